/** Functions that access something outside a book: other programs, other files, the network. */
const outsideFunctions =
  /\b(?:DDE|WEBSERVICE|FILTERXML|CALL|EXEC|REGISTER(?:\.ID)?|RTD|IMPORT(?:XML|DATA|HTML|FEED|RANGE)|EVALUATE|FOPEN|FWRITE\w*|SQL\.REQUEST|STOCKHISTORY|IMAGE|CUBE\w+)\s*\(/i

/**
 * Returns whether a formula accesses something outside its book: a command (`cmd|' /C calc'!A0`), a file
 * (`[other.xlsx]Sheet1!A1`), or a function that calls a program or the network.
 */
export function hasExternalReference(formula: string): boolean {
  // a quote inside a sheet name, 'a"b'!A1, does not begin a text
  const bare = formula.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, (quoted) => (quoted.startsWith('"') ? '""' : quoted))
  if (/\|\s*(?:'|[\w$.]+\s*!)/.test(bare) || /\[[^\]]*\][^!]*!/.test(bare)) return true
  return /(?:\\\\|\bfile:|\bhttps?:)/i.test(bare) || outsideFunctions.test(bare)
}
