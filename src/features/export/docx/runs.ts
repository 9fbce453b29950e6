import { escapeXml } from './xml.ts'

/** The style of a run of text. */
export interface RunStyle {
  bold?: boolean
  italic?: boolean
  strike?: boolean
  underline?: boolean
  mark?: boolean
  code?: boolean
  math?: boolean
  link?: boolean
  verticalAlign?: 'superscript' | 'subscript'
}

// In the order that the format requires.
function styleXml({ bold, italic, strike, underline, mark, code, math, link, verticalAlign: place }: RunStyle): string {
  const parts = [
    code ? '<w:rStyle w:val="InlineCode"/>' : link ? '<w:rStyle w:val="Hyperlink"/>' : '',
    math ? '<w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math" w:eastAsia="Microsoft YaHei"/>' : '',
    bold ? '<w:b/><w:bCs/>' : '',
    italic ? '<w:i/><w:iCs/>' : '',
    strike ? '<w:strike/>' : '',
    mark ? '<w:highlight w:val="yellow"/>' : '',
    underline ? '<w:u w:val="single"/>' : '',
    place ? `<w:vertAlign w:val="${place}"/>` : '',
  ].join('')
  return parts === '' ? '' : `<w:rPr>${parts}</w:rPr>`
}

/** Returns a text with its tabs and line breaks as a run; an empty text gives an empty string. */
export function runXml(text: string, style: RunStyle = {}): string {
  if (text === '') return ''
  const pieces = text.split(/(\r\n?|\n|\t)/).map((piece) => {
    if (piece === '') return ''
    if (piece === '\t') return '<w:tab/>'
    if (/^[\r\n]/.test(piece)) return '<w:br/>'
    return `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>`
  })
  return `<w:r>${styleXml(style)}${pieces.join('')}</w:r>`
}

/** A line break in a paragraph. */
export const breakXml = '<w:r><w:br/></w:r>'

/** Returns a field that Word fills in itself. */
export const fieldXml = (code: string, shown = ''): string =>
  '<w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r>' +
  `<w:r><w:instrText xml:space="preserve"> ${escapeXml(code)} </w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${runXml(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
