import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { compileFunction } from 'node:vm';
import ts from 'typescript';

/** One `@example` of what the library exports. */
export interface DocExample {
  /** The export, and the number of the example where it has several. */
  readonly name: string;
  readonly code: string;
}

/** What the library exports, read from its comments. */
export interface DocumentedSurface {
  /** Exported functions, classes and constants. */
  readonly values: readonly string[];
  readonly examples: readonly DocExample[];
  /** What the compiler has against an example, with its line. */
  readonly problemsOf: (example: DocExample) => readonly string[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const entry = `${root}lib/index.ts`;
/** Where an example would stand; nothing is written there. */
const pathOf = (index: number): string => `${root}examples/example-${index}.ts`;

/**
 * Reads all `@example` blocks of what `lib/index.ts` exports, and compiles them in one program as a
 * strict project that has the library among its dependencies would.
 *
 * @param more Further examples, to be compiled along.
 */
export function readDocExamples(more: readonly DocExample[] = []): DocumentedSurface {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, (path) => ts.sys.readFile(path)) as { readonly config: object };
  const { options: given } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ['lib/index.ts'] }, ts.sys, root);
  const options = { ...given, noEmit: true, noUnusedLocals: true, declaration: false, declarationMap: false, incremental: false, paths: { 'haproxy-deployer': [entry] } };

  const outline = ts.createProgram([entry], options);
  const checker = outline.getTypeChecker();
  const module = checker.getSymbolAtLocation(outline.getSourceFile(entry) ?? fail('the surface is not there'));
  const exported = checker.getExportsOfModule(module ?? fail('the surface exports nothing'));
  const symbols = exported.map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
  const own = symbols.flatMap((symbol) => examplesOf(symbol, checker));
  const examples = [...own, ...more];

  const texts = new Map(examples.map(({ code }, index) => [pathOf(index), code]));
  const host = ts.createCompilerHost(options);
  const withTexts: ts.CompilerHost = {
    ...host,
    fileExists: (path) => texts.has(path) || host.fileExists(path),
    readFile: (path) => texts.get(path) ?? host.readFile(path),
    getSourceFile: (path, language, ...rest) => {
      const text = texts.get(path);
      return text === undefined ? (outline.getSourceFile(path) ?? host.getSourceFile(path, language, ...rest)) : ts.createSourceFile(path, text, language);
    },
  };
  const program = ts.createProgram([...texts.keys()], options, withTexts, outline);

  return {
    values: exported.filter((_, index) => ((symbols[index]?.flags ?? 0) & ts.SymbolFlags.Value) !== 0).map(({ name }) => name),
    examples: own,
    problemsOf: (example) => {
      const file = program.getSourceFile(pathOf(examples.indexOf(example))) ?? fail('the example was not compiled');
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ start = 0, messageText }) => {
        const { line } = file.getLineAndCharacterOfPosition(start);
        return `line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
      });
    },
  };
}

function examplesOf(symbol: ts.Symbol, checker: ts.TypeChecker): readonly DocExample[] {
  const texts = symbol.getJsDocTags(checker).filter(({ name }) => name === 'example').map(({ text }) => ts.displayPartsToString(text));
  const blocks = texts.flatMap((text) => [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code));
  return blocks.map((code, index) => ({ name: blocks.length === 1 ? symbol.name : `${symbol.name} ${index + 1}`, code }));
}

/** The lines that an example says it prints: what stands behind each `// →`. */
export function promisedLines({ code }: DocExample): readonly string[] {
  return [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line = '']) => line);
}

/** Runs an example to its end, as node would, and gives the lines that it prints. */
export async function runExample({ code }: DocExample, modules: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 } });
  const lines: string[] = [];
  const log = (...values: readonly unknown[]): void => {
    lines.push(...format(...values).split('\n'));
  };
  const load = (name: string): unknown => modules[name] ?? fail(`an example imports ${name}`);
  // As a function, not as a module: so no file has to be written, and examples share the library with the spec.
  const run = compileFunction(`return (async () => {${outputText}\n})();`, ['require', 'exports', 'console']) as (...given: readonly unknown[]) => Promise<void>;
  await run(load, {}, { log });
  return lines;
}

function fail(message: string): never {
  throw new Error(message);
}
