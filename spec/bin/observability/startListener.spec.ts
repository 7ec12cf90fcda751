import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Phase } from '../../../bin/observability/answer.js';
import { startListener } from '../../../bin/observability/startListener.js';
import type { Listener } from '../../../bin/observability/startListener.js';
import { UsageError } from '../../../bin/UsageError.js';
import { createMetrics } from '../../../lib/metrics/createMetrics.js';
import type { Metrics } from '../../../lib/metrics/createMetrics.js';
import * as build from '../../support/events.js';

const open: Listener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()));
});

interface Given {
  readonly host?: string;
  readonly phase?: () => Phase;
  readonly metrics?: Partial<Metrics>;
  readonly errors?: unknown[];
  readonly connectionMs?: number;
}

async function start({ host = '127.0.0.1', phase = () => 'running', metrics = {}, errors = [], connectionMs }: Given = {}): Promise<Listener> {
  const sources = { metrics: { ...(await createMetrics()), ...metrics }, phase, version: '1.2.3' };
  const listener = await startListener({ address: { host, port: 0 }, sources, onError: (error) => errors.push(error), ...(connectionMs !== undefined && { connectionMs }) });
  open.push(listener);
  return listener;
}

const get = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, { ...init, headers: { connection: 'close' } });
  return { status: answer.status, type: answer.headers.get('content-type'), allow: answer.headers.get('allow'), length: answer.headers.get('content-length'), body: await answer.text() };
};

/** All that comes over a connection of its own. */
async function raw(url: string, sent: string): Promise<string> {
  const socket = net.connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk)).on('error', () => undefined);
  socket.write(sent);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

describe('the listener of --listen', () => {
  it("answers /metrics in Prometheus' text format", async () => {
    const { url } = await start();

    const { status, type, body } = await get(`${url}/metrics`);

    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(body).toContain('\nhaproxy_deployer_leading 1\n');
  });

  it('answers /healthz with what is wrong', async () => {
    let problems: readonly string[] = [];
    const { url } = await start({ metrics: { problems: () => problems } });

    expect(await get(`${url}/healthz`)).toMatchObject({ status: 200, body: 'ok\n' });
    problems = ['this is stuck', 'and that is overdue'];

    expect(await get(`${url}/healthz`)).toMatchObject({ status: 503, body: 'this is stuck\nand that is overdue\n' });
  });

  it('answers /readyz by how far the run has come', async () => {
    let phase: Phase = 'starting';
    const { url } = await start({ phase: () => phase });

    expect(await get(`${url}/readyz`)).toMatchObject({ status: 503, body: 'starting\n' });
    phase = 'running';
    expect(await get(`${url}/readyz`)).toMatchObject({ status: 200, body: 'ok\n' });
    phase = 'shutting_down';
    expect(await get(`${url}/readyz`)).toMatchObject({ status: 503, body: 'shutting down\n' });
  });

  it('answers /status without configurations and credentials', async () => {
    const metrics = await createMetrics();
    metrics.observeInput(build.discovered({ endpoints: [build.endpoint('h1', { username: 'admin', password: 'sesame open', podName: 'pod1' })] }));
    metrics.observeInput(build.rendered({ haproxyConfig: 'userlist u\n  user a password hunter2hunter2\n' }));
    const { url } = await start({ metrics });

    const { status, type, body } = await get(`${url}/status`);

    expect([status, type]).toEqual([200, 'application/json']);
    expect(JSON.parse(body)).toMatchObject({ version: '1.2.3', phase: 'running', leading: true, endpoints: [{ url: build.url('h1'), podName: 'pod1', upToDate: false }] });
    expect(body).not.toMatch(/sesame|admin|hunter2|userlist/);
  });

  it('answers HEAD with the headers of GET', async () => {
    const { url } = await start();

    const { status, length, body } = await get(`${url}/healthz`, { method: 'HEAD' });

    expect([status, length, body]).toEqual([200, '3', '']);
  });

  it('answers 405 to what would change something, and 404 elsewhere, whatever the query', async () => {
    const { url } = await start();

    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect(await get(`${url}/metrics`, { method })).toMatchObject({ status: 405, allow: 'GET, HEAD' });
    for (const path of ['', '/', '/metrics/', '/__proto__', '/constructor', '/status/../secret']) expect((await get(`${url}${path}`)).status).toBe(404);
    expect((await get(`${url}/healthz?verbose=1`)).status).toBe(200);
  });

  it('answers over IPv6, with brackets in its URL', async () => {
    const { url } = await start({ host: '::1' });

    expect(url).toMatch(/^http:\/\/\[::1\]:[1-9]\d*$/);
    expect((await get(`${url}/healthz`)).status).toBe(200);
  });

  it('refuses headers above 8 KiB and what is no HTTP', async () => {
    const { url } = await start();

    expect(await raw(url, `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(9_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /);
    expect(await raw(url, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  it('takes 32 connections and no more', async () => {
    const { url } = await start();
    const port = Number(new URL(url).port);
    const sockets = await Promise.all(
      Array.from({ length: 32 }, async () => {
        const socket = net.connect({ host: '127.0.0.1', port });
        await once(socket, 'connect');
        return socket;
      }),
    );

    expect(await raw(url, 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toBe('');

    await Promise.all(sockets.map((socket) => once(socket.on('error', () => undefined).destroy(), 'close')));
  });

  it.each([
    ['HTTP/1.1', ''],
    ['HTTP/1.0', 'Connection: keep-alive\r\n'],
  ])('answers one request of a connection, however many of %s are sent ahead, and closes it', async (version, more) => {
    let asked = 0;
    const { url } = await start({ metrics: { problems: () => [`asked ${(asked += 1)} times`] } });

    const text = await raw(url, `GET /healthz ${version}\r\nHost: a\r\n${more}\r\n`.repeat(1_000));

    expect(asked).toBe(1);
    expect(text).not.toContain('asked 2 times');
    expect(text.match(/^HTTP/gm) ?? []).toHaveLength(version === 'HTTP/1.1' ? 1 : 0);
  });

  it('drops who does not read the answer', async () => {
    const length = 64 * 1024 * 1024;
    const { url } = await start({ metrics: { problems: () => ['x'.repeat(length)] }, connectionMs: 50 });
    const accepted = new Promise<net.Socket>((resolve) => subscribe('net.server.socket', (message) => resolve((message as { readonly socket: net.Socket }).socket)));
    const client = net.connect({ host: '127.0.0.1', port: Number(new URL(url).port) }).pause().on('error', () => undefined);
    client.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');

    await once(await accepted, 'close');

    await once(client.resume(), 'close');
    expect(client.bytesRead).toBeLessThan(length);
  });

  it('answers 500 without a word of it when an answer cannot be made, and tells it', async () => {
    const errors: unknown[] = [];
    const problem = new Error('what only the log may show');
    const { url } = await start({ metrics: { problems: () => { throw problem; } }, errors });

    expect(await get(`${url}/healthz`)).toMatchObject({ status: 500, body: '' });
    expect(errors).toEqual([problem]);
  });

  it('rejects with a UsageError that names the flag and the address when something listens there', async () => {
    const { url } = await start();
    const port = Number(new URL(url).port);

    const second = startListener({ address: { host: '127.0.0.1', port }, sources: { metrics: await createMetrics(), phase: () => 'running', version: '' }, onError: () => undefined });

    await expect(second).rejects.toThrow(new UsageError(`--listen 127.0.0.1:${port}: something listens there already`));
  });

  it('closes though somebody keeps a connection open, and answers nobody after that', async () => {
    const { url, close } = await start();
    const idle = net.connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    await once(idle, 'connect');

    await Promise.all([close(), once(idle, 'close')]);

    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});
