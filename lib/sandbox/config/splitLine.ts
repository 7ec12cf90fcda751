/** One line of a configuration as words, each with its quotes and backslashes as written. */
export interface SplitLine {
  readonly words: readonly string[];
  /** From `#` on, trailing blanks cut; absent without a comment. */
  readonly comment?: string;
  /** A quote is not closed on this line, which HAProxy refuses. */
  readonly unbalanced: boolean;
}

const blanks = /[ \t\r]/;

/** Splits as HAProxy does: `#` outside quotes starts a comment, even inside a word; nothing is unquoted. */
export function splitLine(line: string): SplitLine {
  const words: string[] = [];
  let word = '';
  let quote = '';
  let at = 0;
  const endWord = (): void => {
    if (word !== '') words.push(word);
    word = '';
  };
  for (; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '\\' && quote !== "'") {
      word += char + line.charAt(++at);
    } else if (quote !== '') {
      if (char === quote) quote = '';
      word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word += char;
    } else if (char === '#') {
      break;
    } else if (blanks.test(char)) {
      endWord();
    } else {
      word += char;
    }
  }
  endWord();
  const rest = line.slice(at).trimEnd();
  return { words, unbalanced: quote !== '', ...(rest === '' ? {} : { comment: rest }) };
}

/** A word as HAProxy takes it: quotes off, escapes undone. Good enough for names and addresses. */
export function unquote(word: string): string {
  return word.replace(/'([^']*)'|\\(.)|"/gs, (_match, single: string | undefined, escaped: string | undefined) => single ?? escaped ?? '');
}
