/** A line of a diagram that says something: its text, and how many characters it is indented by. */
export interface Statement {
  text: string
  indent: number
}

/** Returns the lines of a diagram without comments and empty lines; the first says what kind it is. */
export const statementsIn = (source: string): Statement[] =>
  source.split(/\r?\n/).flatMap((line) => {
    const text = line.trim()
    if (text === '' || text.startsWith('%%')) return []
    const [space = ''] = /^\s*/.exec(line) ?? []
    return [{ text, indent: space.replaceAll('\t', '    ').length }]
  })

/** Whether a line is a description for those who do not see the diagram, which is not shown. */
export const isHiddenText = (text: string): boolean => /^acc(?:Title|Descr)\s*:/i.test(text)
