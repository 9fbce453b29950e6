/** The most that is read from files, in characters: as much as the server accepts. */
export const maxSourceLength = 5_000_000

/** Returns the texts of source files, one after another, each under its name. */
export async function readSourceFiles(files: readonly File[]): Promise<string> {
  const texts: string[] = []
  for (const file of files) texts.push(`// ${file.name}\n${await file.text()}`)
  return texts.join('\n\n')
}
