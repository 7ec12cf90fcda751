import process from 'node:process';

/** The floor of reading events: whole lines of stdin, each through `JSON.parse`. */
let rest = '';
let events = 0;
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    JSON.parse(line);
    events += 1;
  }
});
process.stdin.on('end', () => {
  process.stdout.write(`${events}\n`);
});
