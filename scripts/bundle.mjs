// Bundles the command line: `node scripts/bundle.mjs [FOLDER]`, by default over what tsc made of it in dist/bin.
//
// Loading some hundred modules one by one takes longer than anything that `--help` does. What only some
// commands need stays in chunks of its own, loaded when it is imported. Nothing is minified: that would
// hardly start sooner, and stacks tell less.
import { chmodSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const { argv: [, , folder = join(root, 'dist/bin')] } = process;

rmSync(folder, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['bin/haproxy-deployer.ts'],
  outdir: folder,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  metafile: true,
  alias: {
    // One copy for all that lay out help: the newest, which measures ASCII without looking at each character.
    'string-width': 'string-width',
    // Of its modules only those that are used come along; what it gives to Node is one piece.
    rxjs: './node_modules/rxjs/dist/esm/index.js',
  },
  // CommonJS packages ask for Node's own modules with this.
  banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
  plugins: [{ name: 'import() of packages', setup: importAsNodeDoes }],
  logLevel: 'warning',
});
await minifyPackages(metafile);
chmodSync(join(folder, 'haproxy-deployer.js'), 0o755);
writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices(bundled(metafile)));

/** Bundled, `import()` of a CommonJS package gives nothing but its default: what Node finds in it is named here. */
function importAsNodeDoes({ onResolve, onLoad }) {
  const namespace = 'package';
  onResolve({ filter: /^[^./]/ }, ({ path, kind }) => (kind === 'dynamic-import' && !isBuiltin(path) ? { path, namespace } : undefined));
  onLoad({ filter: /./, namespace }, async ({ path }) => {
    const names = Object.keys(await import(path)).filter((name) => /^[\w$]+$/.test(name));
    return { contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)};`, resolveDir: root };
  });
}

/** Chunks with nothing of ours take half the room so. */
async function minifyPackages({ outputs }) {
  const chunks = Object.entries(outputs).filter(([path, { inputs }]) => path.endsWith('.js') && Object.keys(inputs).length > 0 && Object.keys(inputs).every(isOfPackage));
  for (const [path] of chunks) {
    const file = join(root, path);
    const { code } = await transform(readFileSync(file, 'utf8'), { format: 'esm', platform: 'node', target: 'node20.19', minify: true, legalComments: 'none' });
    writeFileSync(file, code);
    rmSync(`${file}.map`);
  }
}

function isOfPackage(path) {
  return path.startsWith('package:') || path.includes('node_modules/');
}

/** Paths of the files of which something is left in the bundle. */
function bundled({ outputs }) {
  return Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0));
}

/** Names, versions and licences of the packages that these files come from: whoever passes them on has to tell. */
function notices(inputs) {
  const packages = [...new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))].sort();
  const texts = packages.map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    const files = readdirSync(join(root, path)).filter((each) => /^(licen[cs]e|copying|notice)/i.test(each));
    if (files.length === 0) throw new Error(`${path} brings no text of its licence`);
    return `${name} ${version} (${license ?? 'see below'})\n\n${files.map((file) => readFileSync(join(root, path, file), 'utf8').trim()).join('\n\n')}\n`;
  });
  return ['The command line contains these packages.\n', ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}
