import type { SyntaxKind } from 'jsonc-parser'

/** The kinds of tokens that matter here: the package's own names for them exist at compile time only. */
export const tokens = {
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blank: 15,
  end: 17,
} as const satisfies Record<string, SyntaxKind>
