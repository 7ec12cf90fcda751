import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Options } from 'yargs';
import { parse, parseAllDocuments } from 'yaml';
import { configOptions } from '../../bin/options/configOptions.js';
import { runOptions } from '../../bin/options/runOptions.js';
import { parseDuration } from '../../bin/parseDuration.js';
import { defaults } from '../../lib/defaults.js';

/** What is looked at of the Kubernetes objects. */
interface Manifests {
  readonly ConfigMap: { readonly data: Readonly<Record<string, string>> };
  readonly Secret: { readonly metadata: { readonly name: string }; readonly stringData: Readonly<Record<string, string>> };
  readonly Deployment: { readonly spec: { readonly template: { readonly spec: PodSpec } } };
}

interface PodSpec {
  readonly securityContext: object;
  readonly terminationGracePeriodSeconds: number;
  readonly initContainers: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string }[];
}

interface Container {
  readonly name: string;
  readonly command: readonly string[];
  readonly ports: readonly [{ readonly name: string; readonly containerPort: number }];
  readonly livenessProbe: { readonly httpGet: object };
  readonly readinessProbe: { readonly httpGet: object };
  readonly securityContext: object;
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

const read = (path: string): string => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
const options: Readonly<Record<string, Options>> = runOptions;
const unknownFlags = (line: string): readonly string[] => [...line.matchAll(/ --([a-z-]+)/g)].flatMap(([, flag = '']) => (flag in options || flag in configOptions ? [] : [flag]));

describe('deploy/container/Containerfile', () => {
  const lines = read('container/Containerfile').split('\n');
  const last = (instruction: string): string | undefined => lines.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1);
  const copied = lines.flatMap((line) => (line.startsWith('COPY ') && !line.includes('--from') ? line.split(' ').slice(1, -1) : []));

  it('copies files that there are and that .dockerignore lets through', () => {
    const through = readFileSync('.dockerignore', 'utf8').split('\n').flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));

    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    expect([...new Set(copied)].sort()).toEqual([...through].sort());
  });

  it('runs what the bundle is called, not as root and not under npm or a shell', () => {
    const manifest: { readonly bin: Readonly<Record<string, string>> } = JSON.parse(readFileSync('package.json', 'utf8'));

    expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(JSON.parse(last('ENTRYPOINT') ?? '[]')).toEqual(['node', `${last('WORKDIR')}/${manifest.bin['haproxy-deployer']}`]);
  });

  it('begins with a Node that the package runs on', () => {
    const manifest: { readonly engines: { readonly node: string } } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [, wanted] = /^>=(\d+)/.exec(manifest.engines.node) ?? [];

    expect(lines.filter((line) => line.startsWith('FROM ')).map((line) => /^FROM node:(\d+)/.exec(line)?.[1])).toEqual([wanted, wanted]);
  });
});

describe('deploy/systemd', () => {
  const service = read('systemd/haproxy-deployer.service');
  const values = (text: string, key: string): readonly string[] => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const [start = ''] = values(service, 'ExecStart');

  it('starts the command with flags that it has', () => {
    expect(start).toMatch(/^\/\S+\/haproxy-deployer run --/);
    expect(unknownFlags(start)).toEqual([]);
  });

  it('takes the password as a credential, and its input from the pipe of the socket', () => {
    const [credential = ''] = values(service, 'LoadCredential');

    expect(start).toContain(`--password-file %d/${credential.split(':')[0]}`);
    expect(values(service, 'StandardInput')).toEqual(['socket']);
    expect(values(read('systemd/haproxy-deployer.socket'), 'ListenFIFO')).toHaveLength(1);
  });

  it('leaves more time to stop than the grace after a signal', () => {
    expect(parseDuration('stop', values(service, 'TimeoutStopSec')[0] ?? '')).toBeGreaterThan(defaults.shutdownGraceMs);
  });

  it('runs without privileges', () => {
    for (const [key, value] of [['DynamicUser', 'yes'], ['NoNewPrivileges', 'yes'], ['ProtectSystem', 'strict'], ['CapabilityBoundingSet', '']] as const) expect([key, values(service, key)]).toEqual([key, [value]]);
  });
});

describe('deploy/kubernetes', () => {
  const documents = readdirSync('deploy/kubernetes').flatMap((file) => parseAllDocuments(read(`kubernetes/${file}`), { merge: true }));
  const values: readonly { readonly kind: string }[] = JSON.parse(JSON.stringify(documents));
  const ofKind = <K extends keyof Manifests>(kind: K): Manifests[K] => values.find((value) => value.kind === kind) as Manifests[K] & { readonly kind: string };
  const { data } = ofKind('ConfigMap');
  const [[file, text] = ['', '']] = Object.entries(data);
  const given: Readonly<Record<string, unknown>> = parse(text);
  const { spec } = ofKind('Deployment').spec.template;
  const deployer = spec.containers.find(({ name }) => name === 'deployer')!;
  const mountPath = (volume: string): string => deployer.volumeMounts.find(({ name }) => name === volume)!.mountPath;
  const start = deployer.command.join(' ');

  it('is YAML, in which nothing is refused', () => {
    expect(values.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Secret', 'Deployment']);
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('runs no container as root, with capabilities or on a root that can be written to, and bounds the memory of each', () => {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } });
    for (const { name, securityContext, resources } of [...spec.containers, ...spec.initContainers]) {
      expect([name, securityContext]).toEqual([name, { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }]);
      expect([name, resources.limits.memory]).toEqual([name, expect.stringMatching(/^\d+Mi$/)]);
    }
  });

  it('gives options that run has, and reads them where they are mounted', () => {
    expect(Object.keys(given).filter((key) => !(key in options))).toEqual([]);
    expect(unknownFlags(start)).toEqual([]);
    expect(start).toContain(`--config ${mountPath('options')}/${file} `);
  });

  it('reads the password where the secret is mounted', () => {
    const { metadata, stringData } = ofKind('Secret');

    expect(given['password-file']).toBe(`${mountPath('password')}/${Object.keys(stringData)[0]}`);
    expect(spec.volumes.find(({ name }) => name === 'password')).toMatchObject({ secret: { secretName: metadata.name } });
  });

  it('probes what --listen answers, at the port that it listens on', () => {
    const [port] = deployer.ports;

    expect(given['listen']).toBe(`0.0.0.0:${port.containerPort}`);
    expect(deployer.livenessProbe.httpGet).toEqual({ path: '/healthz', port: port.name });
    expect(deployer.readinessProbe.httpGet).toEqual({ path: '/readyz', port: port.name });
  });

  it('leaves more time to stop than the grace after a signal', () => {
    expect(spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(defaults.shutdownGraceMs);
  });
});
