/** Imports run one way: bin -> pipeline -> {scheduler, deployer, drift} -> {dataplane, haproxy, events}. */
const pure = '^lib/(events|defaults|optionNames|validate|operators|haproxy)';
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(lib|bin)/', pathNot: [from, ...allowed] },
});
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: ['\\.d\\.ts$'] }, to: {} },
    only('events-import-nothing', '^lib/events/', ['^lib/validate', '^lib/defaults', '^lib/haproxy/mask']),
    only('operators-know-nothing-of-haproxy', '^lib/operators/', ['^lib/validate']),
    only('haproxy-is-pure', '^lib/haproxy/', ['^lib/events/types']),
    only('dataplane', '^lib/dataplane/', [pure]),
    only('deployer', '^lib/deployer/', [pure, '^lib/dataplane/']),
    only('scheduler', '^lib/scheduler/', [pure]),
    only('drift', '^lib/drift/', [pure]),
    only('bus', '^lib/bus/', [pure]),
    only('logging', '^lib/logging/', [pure]),
    only('lifecycle', '^lib/lifecycle/', [pure, '^lib/bus/', '^lib/drift/']),
    only('metrics', '^lib/metrics/', [pure, '^lib/drift/', '^lib/lifecycle/', '^lib/scheduler/(options|renders|fleet)']),
    only('ndjson', '^lib/ndjson/', []),
    only('sandbox', '^lib/sandbox/', [pure]),
    { name: 'lib-not-bin', severity: 'error', from: { path: '^lib/' }, to: { path: '^bin/' } },
    {
      name: 'haproxy-without-effects',
      severity: 'error',
      from: { path: '^lib/haproxy/' },
      to: { path: '^(rxjs|got|pino|node:http|node:fs|fs|http)', pathNot: 'node:crypto' },
    },
    { name: 'only-dataplane-talks-http', severity: 'error', from: { path: '^lib/(?!dataplane/)' }, to: { path: 'node_modules/got/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'], extensions: ['.ts', '.js'] },
  },
};
