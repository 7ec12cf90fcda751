import { describe, expect, it } from '@jest/globals';
import type { AuxiliaryFiles } from '../../lib/events/types.js';
import { closeFilesRunsAfterEach, openFilesRun, pems } from '../support/deployFiles.js';

closeFilesRunsAfterEach();

const configFor = (...files: readonly string[]): string =>
  [
    'global', '  maxconn 100', '  stats socket /var/run/haproxy.sock mode 600 level admin', '', 'defaults base', '  mode http', '  timeout connect 5s', '  timeout client 30s', '  timeout server 30s', '',
    'frontend fe from base', '  bind :80', ...files.map((file) => `  ${file}`), '  default_backend be', '', 'backend be from base', '  server s1 10.0.0.1:80', '',
  ].join('\n');

const uses = {
  hosts: 'http-request set-header X-Host %[path,map(/etc/haproxy/maps/hosts.map)]',
  error: 'errorfile 503 /etc/haproxy/general/503.http',
  cert: 'bind :443 ssl crt /etc/haproxy/ssl/site.pem',
};
const all = configFor(uses.error, uses.cert, uses.hosts);
const filesOf = ({ map = 'a 1\n', error = 'HTTP/1.0 503\r\n\r\n', pem = pems[0] }: { map?: string; error?: string; pem?: string } = {}): AuxiliaryFiles => ({
  maps: [{ path: '/somewhere/hosts.map', content: map }],
  generalFiles: [{ path: '503.http', content: error }],
  sslCertificates: [{ path: 'site.pem', content: pem }],
});

describe.each(['2.9', '3.0', '3.2'] as const)('auxiliary files with API %s (design D6)', (version) => {
  it('sends new files, then the configuration, then the manifest', async () => {
    const { deploy, writes, file } = await openFilesRun(version);

    const { end } = await deploy(all, filesOf());

    expect(end).toMatchObject({ type: 'InstanceDeployedEvent', strategy: 'raw', operations: { map_create: 1, general_file_create: 1, ssl_certificate_create: 1 } });
    expect(writes()).toEqual(['POST storage/general', 'POST storage/ssl_certificates', 'POST storage/general', 'POST storage/maps', 'POST configuration/raw', 'PUT storage/general/haproxy-deployer_default.txt']);
    expect([file('maps/hosts.map'), file('general/503.http'), file('ssl_certificates/site.pem')]).toEqual(['a 1\n', 'HTTP/1.0 503\r\n\r\n', pems[0]]);
  });
});
