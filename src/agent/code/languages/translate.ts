/** The code of answers in the language of a person's tests. Tools write JavaScript. */
import { csharp } from './csharp.js';
import { java } from './java.js';
import { python } from './python.js';
import { type Chain, parseStatement } from './statement.js';

export type CodeLanguage = 'typescript' | 'python' | 'java' | 'csharp';

const WRITERS: Readonly<Record<Exclude<CodeLanguage, 'typescript'>, (chain: Chain) => string | undefined>> = {
  python,
  java,
  csharp,
};

/** A statement that has no translation is kept as a comment. */
export function translate(statements: readonly string[], language: CodeLanguage): string[] {
  if (language === 'typescript') return [...statements];
  return statements.map((statement) => {
    const chain = parseStatement(statement);
    const code = chain && WRITERS[language](chain);
    // No line of an answer starts with `#`.
    return code ?? `${language === 'python' ? 'pass  #' : '//'} JavaScript: ${statement}`;
  });
}

/** The name of a language after the fence of a code block. */
export function fenceOf(language: CodeLanguage): string {
  return language === 'typescript' ? 'js' : language;
}
