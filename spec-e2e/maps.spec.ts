import { describe, expect, it } from '@jest/globals';
import type { AuxiliaryFiles } from '../lib/events/types.js';
import { cleanupAfterEach } from './support/cleanup.js';
import { only } from './support/deploy.js';
import { eachHAProxy } from './support/eachHAProxy.js';
import { startHAProxySandbox, type HAProxySandbox } from './support/haproxySandbox.js';
import { openPipeline } from './support/openPipeline.js';

const maps = '/etc/haproxy/maps';
const mapOf = (content: string): AuxiliaryFiles => ({ maps: [{ path: 'apps.map', content }] });
const before = 'a.example one\nb.example two\nc.example three\n';
const after = 'a.example one\nb.example http://two.example/?x=1&y=%20\nd.example four\n';

/** Answers each request with what a map holds for its parameter `k`. */
const lookUp = (instance: HAProxySandbox, converter = 'map'): string =>
  instance.configuration().replace('  default_backend', `  http-request return status 200 content-type text/plain lf-string "%[url_param(k),${converter}(${maps}/apps.map,none)]"\n  default_backend`);

async function ask({ port }: HAProxySandbox, key: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/?k=${key}`, { headers: { connection: 'close' } })).text();
}

const answers = (instance: HAProxySandbox): Promise<readonly string[]> => Promise.all(['a', 'b', 'c', 'd'].map((name) => ask(instance, `${name}.example`)));

/** What HAProxy itself does with the entries of a map. */
eachHAProxy('maps before HAProxy', (program) => {
  const cleanup = cleanupAfterEach();

  describe.each(['2.9', '3.2'] as const)('with API %s', (version) => {
    it('D5 serves a changed map without a reload, and after the next one, too', async () => {
      const instance = await startHAProxySandbox(version, program, cleanup);
      const pipeline = openPipeline([instance], cleanup);
      only(await pipeline.deploy(lookUp(instance), mapOf(before)), 'InstanceDeployedEvent');
      expect(await answers(instance)).toEqual(['one', 'two', 'three', 'none']);
      const pid = await instance.pid();

      const said = await pipeline.deploy(lookUp(instance), mapOf(after));

      const changed = ['one', 'http://two.example/?x=1&y=%20', 'none', 'four'];
      expect(only(said, 'InstanceDeployedEvent')).toMatchObject({ strategy: 'runtime', reloadRequired: false, operations: { map_update: 1 } });
      expect([await answers(instance), await instance.pid()]).toEqual([changed, pid]);

      const reloading = await pipeline.deploy(`${lookUp(instance)}\nbackend more from base\n`, mapOf(after));
      expect(only(reloading, 'InstanceDeployedEvent')).toMatchObject({ strategy: 'raw' });
      expect([await answers(instance), (await instance.pid()) === pid]).toEqual([changed, false]);
    });

    it('R4 notices entries that somebody changed in the process, and puts them right without a reload', async () => {
      const instance = await startHAProxySandbox(version, program, cleanup);
      const pipeline = openPipeline([instance], cleanup);
      await pipeline.deploy(lookUp(instance), mapOf(before));
      const pid = await instance.pid();
      for (const command of ['set map PATH a.example theirs', 'del map PATH b.example', 'add map PATH c.example again', 'add map PATH d.example theirs']) {
        await instance.sandbox.haproxy.execute(command.replace('PATH', `${maps}/apps.map`));
      }
      expect(await answers(instance)).toEqual(['theirs', 'none', 'three', 'theirs']);

      const said = [];
      for (let pass = 0; pass < 5; pass += 1) said.push(...(await pipeline.check()));

      expect(only(said, 'DriftDetectedEvent')).toMatchObject({ operations: { running_map_update: 1 } });
      expect([await answers(instance), await instance.pid()]).toEqual([['one', 'two', 'three', 'none'], pid]);
    });
  });

  it('D5 reloads for a map that is named by two paths, of which HAProxy makes two maps', async () => {
    const instance = await startHAProxySandbox('3.2', program, cleanup);
    const pipeline = openPipeline([instance], cleanup);
    const text = lookUp(instance).replace(`%[url_param(k),map(${maps}/apps.map,none)]`, `$& %[url_param(k),map(${maps}//apps.map,none)]`);
    only(await pipeline.deploy(text, mapOf(before)), 'InstanceDeployedEvent');

    const said = await pipeline.deploy(text, mapOf(after));

    expect(only(said, 'InstanceDeployedEvent')).toMatchObject({ strategy: 'raw' });
    expect(await ask(instance, 'd.example')).toBe('four four');
  });

  it.each([
    ['a rule that adds to it', 'http-request set-map(/etc/haproxy/maps/apps".map") a.example theirs'],
    ['a rule that adds to it by a variable', 'http-request set-map("/etc/haproxy/maps/${NOWHERE-apps}.map") a.example theirs'],
  ])('R4 leaves entries alone that HAProxy set itself, by %s', async (_, rule) => {
    const instance = await startHAProxySandbox('3.2', program, cleanup);
    const pipeline = openPipeline([instance], cleanup);
    const text = lookUp(instance).replace('  http-request return', `  ${rule}\n  http-request return`);
    only(await pipeline.deploy(text, mapOf(before)), 'InstanceDeployedEvent');
    await ask(instance, 'a.example');

    for (let pass = 0; pass < 5; pass += 1) expect(only(await pipeline.check(), 'InstanceDeployedEvent')).toMatchObject({ strategy: 'noop' });
    expect((await instance.sandbox.running()).maps.get(`${maps}/apps.map`)).toContainEqual(expect.objectContaining({ key: 'a.example', value: 'theirs' }));
  });

  it.each([
    ['map_str', 'a.example one\n# b.example no\n\n\tb.example \t two  \n', 'http://x/'],
    ['map_beg', '/ one\n/api two\n', '/'],
    ['map_end', '.example one\n', '.example'],
    ['map_dom', 'example one\n', 'example'],
    ['map_reg', '^a[0-9]+$ one\n', '^a[0-9]+$'],
    ['map_ip', '10.0.0.0/8 one\n10.1.2.3 two\n2001:DB8::1 three\n', '10.0.0.0/8'],
    ['map_int', '1:5 one\n7 seven\n', '1:5'],
  ])('R4 takes the entries that HAProxy shows of a %s for those of the file', async (converter, content, key) => {
    const instance = await startHAProxySandbox('3.2', program, cleanup);
    const pipeline = openPipeline([instance], cleanup);
    only(await pipeline.deploy(lookUp(instance, converter), mapOf(content)), 'InstanceDeployedEvent');
    const pid = await instance.pid();

    for (let pass = 0; pass < 5; pass += 1) expect(only(await pipeline.check(), 'InstanceDeployedEvent')).toMatchObject({ strategy: 'noop' });
    expect(instance.sandbox.requests.filter(({ path }) => path.endsWith('/runtime/maps/apps.map/entries'))).toMatchObject([{ method: 'GET', status: 200 }]);
    expect(await instance.pid()).toBe(pid);

    await instance.sandbox.haproxy.execute(`add map ${maps}/apps.map ${key} theirs`);
    const said = [];
    for (let pass = 0; pass < 5; pass += 1) said.push(...(await pipeline.check()));
    expect(only(said, 'DriftDetectedEvent')).toMatchObject({ operations: { running_map_update: 1 } });
    expect((await instance.sandbox.running()).maps.get(`${maps}/apps.map`)?.map(({ value }) => value)).not.toContain('theirs');
  });
});
