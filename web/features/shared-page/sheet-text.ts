/** Whether a page's content is a spreadsheet: a list of sheets with their rows. */
export function isSheetText(content: string): boolean {
  if (!/^\s*\[\s*\{/.test(content) || !content.includes('"rows"')) return false
  try {
    const sheets: unknown = JSON.parse(content)
    return (
      Array.isArray(sheets) &&
      sheets.every((sheet) => typeof sheet === 'object' && sheet !== null && 'rows' in sheet && 'name' in sheet)
    )
  } catch {
    return false
  }
}
