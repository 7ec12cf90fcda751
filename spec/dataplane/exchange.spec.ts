import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { createConnections, type Connections } from '../../lib/dataplane/createConnections.js';
import type { RawWrite } from '../../lib/dataplane/DataPlaneClient.js';
import { createGotClient, type GotClientOptions } from '../../lib/dataplane/gotClient.js';
import type { EndpointTls } from '../../lib/events/types.js';
import { errorOf } from '../support/errorOf.js';
import { listen, type Listening } from '../support/listen.js';
import { oneValue } from '../support/oneValue.js';

/** Ends what is to end by a limit; what is not to end by it has no limit near. */
const shortMs = 50;
const fixtures = 'spec/fixtures/tls';
const write: RawWrite = { text: 'global\n', version: 1, reload: 'forced', timeoutMs: 60_000 };
const info = JSON.stringify({ api: { version: 'v3.2.15 6c3065d9' } });

let connections: Connections;
let server: Listening;

beforeEach(() => {
  connections = createConnections({ requestTimeoutMs: 60_000 });
});
afterEach(async () => {
  connections.close();
  await server.close();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const client = (options: Partial<GotClientOptions> = {}) =>
  createGotClient({ url: `http://127.0.0.1:${server.port}`, basePath: 'v3' }, { connections, requestTimeoutMs: 60_000, ...options });
/** Serves `/v3/info` as it should be, and everything else by `handler`. */
const serve = async (handler: Handler) => {
  server = await listen(
    http.createServer((request, response) => {
      if (request.url === '/v3/info') {
        response.end(info);
      } else {
        handler(request, response);
      }
    }),
  );
};

describe('exchange: limits (design D2)', () => {
  it('gives up a read whose answer does not begin', async () => {
    await serve(() => undefined);
    await oneValue(client().info());

    expect(await errorOf(client({ requestTimeoutMs: shortMs }).version())).toMatchObject({
      code: 'timeout',
      stage: 'read',
      retryable: true,
      outcome: undefined,
    });
  });

  it('gives up a read whose answer stops half way', async () => {
    await serve((_request, response) => {
      response.write('1');
    });
    await oneValue(client().info());

    expect(await errorOf(client({ requestTimeoutMs: shortMs }).version())).toMatchObject({ code: 'timeout', stage: 'read' });
  });

  it('gives up a connection whose TLS handshake does not end, and knows that nothing changed', async () => {
    server = await listen(net.createServer(() => undefined));
    const silent = createGotClient({ url: `https://127.0.0.1:${server.port}`, basePath: 'v3' }, { connections, requestTimeoutMs: shortMs });
    connections.apis.set(`https://127.0.0.1:${server.port} v3`, { major: 3, version: 'v3.2.15' });

    expect(await errorOf(silent.writeRaw(write))).toMatchObject({ code: 'timeout', stage: 'connect', outcome: 'untouched' });
  });

  it('lets a write be silent for longer than a read, but not for longer than it may take', async () => {
    await serve((request, response) => {
      if (request.url?.includes('version=2') === true) {
        setTimeout(() => response.writeHead(201, { 'Configuration-Version': '3' }).end('global\n'), 4 * shortMs);
      }
    });
    const impatient = client({ requestTimeoutMs: shortMs });
    await oneValue(client().info());

    expect(await oneValue(impatient.writeRaw({ ...write, version: 2 }))).toMatchObject({ version: 3 });
    expect(await errorOf(impatient.writeRaw({ ...write, timeoutMs: shortMs }))).toMatchObject({ code: 'timeout', stage: 'apply', outcome: 'unknown' });
  });

  it('stops reading an answer that does not end, and closes the connection', async () => {
    await serve((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', more);
      more();
    });

    const error = await errorOf(client({ maxAnswerBytes: 1024 * 1024 }).readRaw());
    await server.firstClosed;

    expect(error).toMatchObject({ code: 'api_error', status: 200, retryable: true });
    expect(error.message).toContain('too large');
  });

  it('reads an answer that is just as long as allowed', async () => {
    await serve((_request, response) => {
      response.setHeader('Configuration-Version', '1').end('x'.repeat(100));
    });

    expect(await oneValue(client({ maxAnswerBytes: 100 }).readRaw())).toMatchObject({ version: 1 });
    expect(await errorOf(client({ maxAnswerBytes: 99 }).readRaw())).toMatchObject({ code: 'api_error' });
  });
});

describe('exchange: connections', () => {
  it('uses one connection for the requests of many clients', async () => {
    await serve((_request, response) => response.end('1'));

    await oneValue(client().version());
    await oneValue(client().version());

    expect(server.accepted()).toBe(1);
  });

  it('opens no more than four connections to an endpoint', async () => {
    const waiting: ServerResponse[] = [];
    await serve((_request, response) => {
      waiting.push(response);
      if (waiting.length === 4) {
        for (const held of waiting.splice(0)) held.end('1');
      }
    });
    await oneValue(client().info());

    await Promise.all(Array.from({ length: 8 }, () => oneValue(client().version())));

    expect(server.accepted()).toBe(4);
  });

  it('closes the connection when it is unsubscribed', async () => {
    let subscribed: () => void = () => undefined;
    await serve(() => subscribed());
    const asked = new Promise<void>((resolve) => {
      subscribed = resolve;
    });
    const seen: unknown[] = [];
    const subscription = client().readRaw().subscribe({ next: (value) => seen.push(value), error: (error: unknown) => seen.push(error) });
    await asked;

    subscription.unsubscribe();
    await server.firstClosed;

    expect(seen).toEqual([]);
  });

  it('sends nothing before it is subscribed, and once per subscription: nothing is retried', async () => {
    let asked = 0;
    await serve((_request, response) => {
      asked += 1;
      response.writeHead(503).end();
    });
    const version = client().version();
    expect(server.accepted()).toBe(0);

    await errorOf(version);
    await errorOf(version);

    expect(asked).toBe(2);
  });

  it('follows no redirect', async () => {
    let asked = 0;
    await serve((_request, response) => {
      asked += 1;
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });

    const error = await errorOf(client().version());

    expect(error).toMatchObject({ code: 'api_error', status: 307 });
    expect(error.message).toContain('redirects are refused');
    expect(asked).toBe(1);
  });

  it('cannot tell what became of a write whose connection is lost (D8)', async () => {
    await serve((request) => request.socket.destroy());

    expect(await errorOf(client().writeRaw(write))).toMatchObject({ code: 'unreachable', stage: 'apply', outcome: 'unknown' });
  });

  it('cannot tell what became of a write whose answer is cut off', async () => {
    await serve((request, response) => {
      response.writeHead(201, { 'Content-Length': '100' }).write('global', () => request.socket.destroy());
    });

    expect(await errorOf(client().writeRaw(write))).toMatchObject({ code: 'unreachable', outcome: 'unknown' });
  });

  it('knows that a write whose connection was refused changed nothing', async () => {
    await serve(() => undefined);
    await server.close();
    connections.apis.set(`http://127.0.0.1:${server.port} v3`, { major: 3, version: 'v3.2.15' });

    expect(await errorOf(client().writeRaw(write))).toMatchObject({ code: 'unreachable', stage: 'connect', outcome: 'untouched' });
  });

  it('knows that a write changed nothing whose API was not even found out, and says what was being done', async () => {
    server = await listen(http.createServer((request) => request.socket.destroy()));

    const error = await errorOf(client().writeRaw(write));

    expect(error).toMatchObject({ code: 'unreachable', stage: 'connect', outcome: 'untouched' });
    expect(error.message).toContain('finding out the version');
  });

  it('is an api_error where no HTTP is spoken', async () => {
    server = await listen(net.createServer((socket) => socket.end('220 mail.test ESMTP\r\n')));

    expect(await errorOf(client().version())).toMatchObject({ code: 'api_error' });
  });
});

describe('exchange: TLS', () => {
  const read = (name: string) => readFileSync(`${fixtures}/${name}`);
  const serveTls = async (options: https.ServerOptions = {}) => {
    server = await listen(https.createServer({ cert: read('server.pem'), key: read('server.key'), ...options }, (_request, response) => response.end(info)));
  };
  const asked = (tls?: EndpointTls, options: Partial<GotClientOptions> = {}) =>
    createGotClient({ url: `https://127.0.0.1:${server.port}`, ...(tls === undefined ? {} : { tls }) }, { connections, ...options }).info();
  const caFile = `${fixtures}/ca.pem`;
  const serverName = 'dataplane.test';

  it('verifies by default, and by the given CA and name', async () => {
    await serveTls();

    expect(await errorOf(asked())).toMatchObject({ code: 'unauthorized', stage: 'connect', retryable: false });
    expect(await errorOf(asked({ caFile }))).toMatchObject({ code: 'unauthorized', stage: 'connect' });
    expect(await oneValue(asked({ caFile, serverName }))).toMatchObject({ major: 3 });
  });

  it('does not use the connection of an endpoint that verifies less', async () => {
    await serveTls();
    await oneValue(asked({ insecureSkipVerify: true }));
    connections.apis.clear();

    expect(await errorOf(asked())).toMatchObject({ code: 'unauthorized' });
  });

  it('takes the defaults for what an entry leaves out', async () => {
    await serveTls();

    expect(await oneValue(asked({ serverName }, { defaults: { tls: { caFile } } }))).toMatchObject({ major: 3 });
  });

  it('verifies an entry with a CA of its own, whatever the defaults skip', async () => {
    await serveTls();
    const tls = { insecureSkipVerify: true };

    expect(await oneValue(asked(undefined, { defaults: { tls } }))).toMatchObject({ major: 3 });
    connections.apis.clear();
    expect(await errorOf(asked({ caFile }, { defaults: { tls } }))).toMatchObject({ code: 'unauthorized' });
  });

  it('shows a client certificate, and is unauthorized without it', async () => {
    await serveTls({ requestCert: true, rejectUnauthorized: true, ca: read('ca.pem') });

    expect(await errorOf(asked({ caFile, serverName }))).toMatchObject({ code: 'unauthorized' });
    expect(await oneValue(asked({ caFile, serverName, certFile: `${fixtures}/client.pem` }))).toMatchObject({ major: 3 });
  });

  it('is unauthorized, stage local, where a file is missing', async () => {
    await serveTls();

    expect(await errorOf(asked({ caFile: `${fixtures}/none.pem` }))).toMatchObject({ code: 'unauthorized', stage: 'local' });
    expect(server.accepted()).toBe(0);
  });

  it.each<[string, EndpointTls, string]>([
    ['a CA file', { caFile: 'package.json' }, 'the CA file package.json holds no certificate in PEM'],
    ['a CA file that is a key', { caFile: `${fixtures}/server.key` }, `the CA file ${fixtures}/server.key holds no certificate in PEM`],
    ['a certificate file', { certFile: 'package.json' }, 'the certificate file package.json holds no certificate in PEM'],
    ['a certificate file without its key', { certFile: `${fixtures}/server.pem` }, `the key file ${fixtures}/server.pem holds no private key in PEM`],
    ['a key file', { certFile: `${fixtures}/client.pem`, keyFile: 'package.json' }, 'the key file package.json holds no private key in PEM'],
  ])('is unauthorized, stage local, before any connection, where %s holds no PEM of its kind', async (_, tls, said) => {
    await serveTls();

    const error = await errorOf(asked(tls));

    expect(error).toMatchObject({ code: 'unauthorized', stage: 'local', retryable: false });
    expect(error.message).toContain(said);
    expect(error.hints.join()).toContain('-----BEGIN ');
    expect(server.accepted()).toBe(0);
  });

  it('is unauthorized, stage local, where the CA file looks like PEM and is none: it would pass for no CA', async () => {
    await serveTls();
    const path = join(mkdtempSync(join(tmpdir(), 'tls-spec-')), 'ca.pem');
    writeFileSync(path, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');

    const error = await errorOf(asked({ caFile: path }));

    expect(error).toMatchObject({ code: 'unauthorized', stage: 'local' });
    expect(server.accepted()).toBe(0);
    rmSync(dirname(path), { recursive: true });
  });

  /** Words that only OpenSSL's authors understand, and what would break a table. */
  const raw = /EPROTO|SSL routines|deps|\.c:|[\r\n]|0A0001|socket hang up/;

  it.each<[string, () => net.Server]>([
    ['HTTP', () => http.createServer((_request, response) => response.end(info))],
    ['another protocol', () => net.createServer((socket) => socket.end('220 mail.test ESMTP\r\n'))],
  ])('says of an https URL to a port with %s that it is plain, and shows no password', async (_, make) => {
    server = await listen(make());
    const secret = createGotClient({ url: `https://127.0.0.1:${server.port}`, username: 'admin', password: 'kept-to-ourselves' }, { connections });

    const error = await errorOf(secret.info());

    expect(error).toMatchObject({ code: 'unreachable', stage: 'connect' });
    expect(error.message).toContain('it looks like a plain port');
    expect(error.message).not.toMatch(raw);
    expect(error.hints.join()).toContain(`Try http://127.0.0.1:${server.port}`);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('kept-to');
  });

  it.each<[string, () => net.Server, string]>([
    ['closes', () => https.createServer({ cert: read('server.pem'), key: read('server.key') }), 'unreachable'],
    ['sends an alert', () => net.createServer((socket) => socket.once('data', () => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 0x46])))), 'api_error'],
    ['answers in Go', () => net.createServer((socket) => socket.once('data', () => socket.end('HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n'))), 'api_error'],
    ['answers as nginx', () => http.createServer((_request, response) => response.writeHead(400).end('<h1>400 Bad Request</h1>The plain HTTP request was sent to HTTPS port')), 'api_error'],
  ])('hints at https where an http URL leads to a port with TLS that %s', async (_, make, code) => {
    server = await listen(make());

    const error = await errorOf(createGotClient({ url: `http://127.0.0.1:${server.port}` }, { connections }).info());

    expect(error).toMatchObject({ code });
    expect(error.message).not.toMatch(raw);
    expect(error.hints.join()).toContain(`try https://127.0.0.1:${server.port}`);
  });

  it('says in one plain line what else a handshake failed of', async () => {
    await serveTls({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1.1' });

    const error = await errorOf(asked({ insecureSkipVerify: true }));

    expect(error).toMatchObject({ code: 'unreachable', stage: 'connect' });
    expect(error.message).not.toMatch(raw);
    expect(error.hints.join()).not.toContain('http://');
  });
});
