import { describe, expect, it } from '@jest/globals';
import { takesAwayAccess } from '../../lib/haproxy/takesAwayAccess.js';

const socket = 'global\n  stats  socket /run/a.sock level admin\n';
const users = 'userlist controller\n  user admin insecure-password changeme\n';

describe('takesAwayAccess (design D13)', () => {
  it('finds a stats socket that is taken away', () => {
    expect(takesAwayAccess(socket, 'global\n  stats timeout 1m\n')).toMatchObject([{ what: 'stats socket', line: 2 }]);
    expect(takesAwayAccess(socket, '')).toHaveLength(1);
  });

  it('lets a stats socket be changed', () => {
    expect(takesAwayAccess(socket, 'global\nglobal\n  stats socket /run/b.sock\n')).toEqual([]);
  });

  it('finds a user list that is taken away or emptied, under its default name and under a given one', () => {
    expect(takesAwayAccess(users, 'userlist controller\n')).toMatchObject([{ what: 'userlist', line: 2 }]);
    expect(takesAwayAccess(users, 'userlist other\n  user admin password x\n')).toHaveLength(1);
    expect(takesAwayAccess(users.replace('controller', 'api'), '', { userlist: 'api' })).toHaveLength(1);
    expect(takesAwayAccess(users, '', { userlist: 'api' })).toEqual([]);
  });

  it('lets the users of the list be changed', () => {
    expect(takesAwayAccess(users, 'userlist controller\n  group g\n  user other password x\n')).toEqual([]);
  });

  it('finds nothing that the current configuration has not got', () => {
    expect(takesAwayAccess('global\nuserlist controller\n', '')).toEqual([]);
  });

  it('quotes the line of the socket to keep, without its comment, and nothing of a user list', () => {
    const [lost] = takesAwayAccess(`${socket.trimEnd()} # ours\n${users}`, '');

    expect(lost?.message).toContain('keep the line "stats socket /run/a.sock level admin" there');
    expect(JSON.stringify(takesAwayAccess(socket + users, ''))).not.toMatch(/changeme|admin insecure/);
  });
});
