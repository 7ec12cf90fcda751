import { describe, expect, it } from '@jest/globals';
import { describePlan } from '../../lib/haproxy/describePlan.js';
import type { PlanDescription } from '../../lib/haproxy/describePlan.js';
import { planDeployment } from '../../lib/haproxy/planDeployment.js';

const current = `global
  maxconn 100
backend app
  balance roundrobin
  http-request deny if { path /x }
  server one 127.0.0.1:1 weight 1
backend old
  server o 127.0.0.1:9
frontend web
  bind :80
`;
const wanted = `global
  maxconn 200
backend app
  balance roundrobin
  # a comment
  server one 127.0.0.1:1 weight 2
backend new
  # a comment

  mode http
  .if defined(X)
    server n 127.0.0.1:8
  .endif
frontend web
  bind :80
`;

/** A plan in a few words. */
const tell = ({ sections }: PlanDescription): readonly string[] =>
  sections.map(({ action, section, name, line, operations, lines }) => `${action} ${section} ${name} ${line}: ${operations.map((each) => `${each.action} ${each.kind}`).join(', ')} [${lines.join(' | ')}]`);

describe('describePlan', () => {
  it('D5 gives the operations by section, those of whole sections with the lines of the section', () => {
    expect(tell(describePlan(current, wanted))).toEqual([
      'update global  2: update maxconn []',
      'update backend app 5: delete http-request, update server []',
      'create backend new 7: create backend [backend new | mode http | .if defined(X) | server n 127.0.0.1:8 | .endif]',
      'delete backend old 7: delete backend [backend old | server o 127.0.0.1:9]',
    ]);
  });

  it('is the plan of planDeployment otherwise', () => {
    const { sections, ...plan } = describePlan(current, wanted, { rawPushThreshold: 1 });

    expect(plan).toEqual(planDeployment(current, wanted, { rawPushThreshold: 1 }));
    expect(sections.flatMap(({ operations }) => operations)).toEqual(plan.operations);
  });

  it('has no sections where nothing differs', () => {
    expect(describePlan(current, current).sections).toEqual([]);
  });

  it('keeps two sections of one name apart that come as a whole', () => {
    const twice = 'backend a\n  server s 127.0.0.1:1\nbackend a\n  server t 127.0.0.1:2\n';

    expect(tell(describePlan('', twice))).toEqual([
      'create backend a 1: create backend [backend a | server s 127.0.0.1:1]',
      'create backend a 3: create backend [backend a | server t 127.0.0.1:2]',
    ]);
  });

  it('takes a changed section line as a change of the section', () => {
    expect(tell(describePlan('defaults a\n  mode http\ndefaults b\n  mode http\nbackend x from a\n', 'defaults a\n  mode http\ndefaults b\n  mode http\nbackend x from b\n'))).toEqual([
      'update backend x 5: update backend []',
    ]);
  });

  it('masks every secret of either text, in lines and in whole sections, wherever it stands', () => {
    const before = 'userlist a\n  user bob insecure-password old-secret-1\nbackend x\n  http-request set-header X old-secret-1\n';
    const after = 'userlist b\n  user bob insecure-password new-secret-2\nbackend x\n  http-request set-header X new-secret-2\n  http-request set-header Y given-3\n';

    const described = describePlan(before, after, { secrets: ['given-3'] });

    expect(JSON.stringify(described)).not.toMatch(/old-secret|new-secret|given-3/);
    expect(described.sections.map(({ lines }) => lines)).toEqual([['userlist b', 'user bob insecure-password ***'], [], ['userlist a', 'user bob insecure-password ***']]);
  });
});
