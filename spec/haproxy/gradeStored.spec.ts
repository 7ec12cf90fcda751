import { describe, expect, it } from '@jest/globals';
import { gradeStored } from '../../lib/haproxy/gradeStored.js';

const wanted = 'defaults base\n  mode http\n\nfrontend web from base\n  bind :80\n  default_backend app\n\nbackend app from base\n  server s 192.0.2.1:80 cookie secret-cookie\n';

describe('gradeStored (design D5b)', () => {
  it('finds another spelling equal', () => {
    expect(gradeStored(wanted, wanted)).toEqual({ grade: 'equal', differences: [] });
    expect(gradeStored(wanted, `# _version=3\n\n${wanted.replaceAll('  ', '\t').replaceAll('\n', '\r\n')}`)).toEqual({ grade: 'equal', differences: [] });
    expect(gradeStored(wanted, wanted.replace(':80', '":80"')).grade).toBe('equal');
  });

  it('finds another order without meaning reshaped', () => {
    expect(gradeStored(wanted, wanted.replace('  bind :80\n  default_backend app\n', '  default_backend app\n  bind :80\n'))).toEqual({ grade: 'reshaped', differences: [] });
    expect(gradeStored('backend b\nbackend a\n', 'backend a\nbackend b\n').grade).toBe('reshaped');
    expect(gradeStored(wanted, wanted.replace(' from base', '')).grade).toBe('reshaped');
    expect(gradeStored('defaults\nbackend a\n', 'defaults unnamed_defaults_1\nbackend a\n').grade).toBe('reshaped');
  });

  it('lists what was lost, added or moved with meaning', () => {
    expect(gradeStored(wanted, wanted.replace('  default_backend app\n', ''))).toMatchObject({ grade: 'altered', differences: [{ action: 'delete', kind: 'default_backend', section: 'frontend', name: 'web', line: 6 }] });
    expect(gradeStored(wanted, `${wanted}backend extra\n`)).toMatchObject({ grade: 'altered', differences: [{ action: 'create', kind: 'backend', name: 'extra' }] });
    expect(gradeStored(wanted, `defaults other\n${wanted.replace(' from base', ' from other')}`)).toMatchObject({ grade: 'altered' });
  });

  it('masks given secrets in the differences', () => {
    const { differences } = gradeStored(wanted, wanted.replace(':80 cookie', ':81 cookie'), ['secret-cookie']);

    expect(differences).toHaveLength(1);
    expect(JSON.stringify(differences)).not.toContain('secret-cookie');
  });
});
