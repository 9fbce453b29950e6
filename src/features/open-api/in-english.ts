const words = new Map([
  ['简要描述', 'Brief description'],
  ['请求URL', 'Request URL'],
  ['请求方式', 'Method'],
  ['请求Query参数', 'Query parameters'],
  ['请求Body参数', 'Body parameters'],
  ['请求参数示例', 'Request example'],
  ['json字段说明', 'Fields of the JSON'],
  ['成功返回示例', 'Success example'],
  ['成功返回示例的参数说明', 'Fields of the success example'],
  ['备注', 'Remark'],
  ['字段名', 'Name'],
  ['参数名', 'Name'],
  ['示例值', 'Example'],
  ['必选', 'Required'],
  ['类型', 'Type'],
  ['说明', 'Explanation'],
])

const headOf = (line: string): string => line.replace(/[^|]+/g, (cell) => words.get(cell) ?? cell)

/** The Markdown of a comment's page, whose own words are Chinese, with English ones for who reads English. */
export function inEnglish(markdown: string): string {
  let fence = ''
  let required = -1
  const lines = markdown.split('\n')
  return lines
    .map((line, at) => {
      const [mark = ''] = /^`{3,}/.exec(line) ?? []
      if (fence === '') fence = mark
      else {
        if (mark === fence) fence = ''
        return line
      }
      const [, heading = ''] = /^##### (\S+)/.exec(line) ?? []
      if (heading) return line.replace(heading, () => words.get(heading) ?? heading)
      if (!line.startsWith('|')) required = -1
      else if (lines[at + 1]?.startsWith('|:--')) {
        required = line.split('|').indexOf('必选')
        return headOf(line)
      } else if (required > 0) {
        const cells = line.split(/(?<!\\)\|/)
        const cell = cells[required] ?? ''
        cells[required] = cell.replace('是', 'yes').replace('否', 'no')
        return cells.join('|')
      }
      return line
    })
    .join('\n')
}
