/** Functions that reach out of a book: other programs, other files, the network. */
const outsideFunctions =
  /\b(?:DDE|WEBSERVICE|FILTERXML|CALL|EXEC|REGISTER(?:\.ID)?|RTD|IMPORT(?:XML|DATA|HTML|FEED|RANGE)|EVALUATE|FOPEN|FWRITE\w*|SQL\.REQUEST|STOCKHISTORY|IMAGE|CUBE\w+)\s*\(/i

/**
 * Whether a formula reaches out of its book: a command (`cmd|' /C calc'!A0`), a file (`[other.xlsx]Sheet1!A1`), or a
 * function that calls a program or the network.
 */
export function hasExternalReference(formula: string): boolean {
  // a quote inside of a sheet's name, 'a"b'!A1, begins no text
  const bare = formula.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, (quoted) => (quoted.startsWith('"') ? '""' : quoted))
  if (/\|\s*(?:'|[\w$.]+\s*!)/.test(bare) || /\[[^\]]*\][^!]*!/.test(bare)) return true
  return /(?:\\\\|\bfile:|\bhttps?:)/i.test(bare) || outsideFunctions.test(bare)
}
