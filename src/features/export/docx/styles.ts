import { namespaces, xmlPart } from './xml.ts'

/** The fonts for Latin and Chinese text, each with its substitute. */
const bodyFonts = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Microsoft YaHei" w:cs="Calibri"/>'
const codeFonts = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:eastAsia="Microsoft YaHei" w:cs="Consolas"/>'

interface Style {
  id: string
  name: string
  based?: string
  next?: string
  paragraph?: string
  run?: string
  /** Shown in the list of styles. */
  isQuick?: boolean
}

const paragraphStyle = ({ id, name, based = 'Normal', next, paragraph = '', run = '', isQuick }: Style): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${based}"/>` +
  (next === undefined ? '' : `<w:next w:val="${next}"/>`) +
  (isQuick ? '<w:qFormat/>' : '') +
  `<w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`

// Sizes in half points, from the first level of headings to the ninth.
const headingSizes = [34, 30, 26, 24, 22, 22, 21, 21, 21]

const headings = headingSizes.map((size, at) =>
  paragraphStyle({
    id: `Heading${at + 1}`,
    name: `heading ${at + 1}`,
    next: 'Normal',
    isQuick: true,
    paragraph:
      `<w:keepNext/><w:keepLines/><w:spacing w:before="${at === 0 ? 400 : 280}" w:after="120" w:line="264" w:lineRule="auto"/>` +
      `<w:outlineLvl w:val="${at}"/>`,
    run: `<w:b/><w:bCs/><w:color w:val="${at < 3 ? '1F3864' : '262626'}"/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
  }),
)

const contents = [0, 1, 2, 3].map((at) =>
  paragraphStyle({
    id: `TOC${at + 1}`,
    name: `toc ${at + 1}`,
    next: 'Normal',
    paragraph: `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9026"/></w:tabs><w:spacing w:before="${at === 0 ? 80 : 0}" w:after="40"/><w:ind w:left="${at * 300}" w:right="500"/>`,
    run: at === 0 ? '<w:b/><w:bCs/>' : '',
  }),
)

const others: Style[] = [
  {
    id: 'Title',
    name: 'Title',
    next: 'Normal',
    isQuick: true,
    paragraph: '<w:keepNext/><w:spacing w:before="240" w:after="160" w:line="264" w:lineRule="auto"/>',
    run: '<w:b/><w:bCs/><w:color w:val="1F3864"/><w:sz w:val="44"/><w:szCs w:val="44"/>',
  },
  {
    id: 'Subtitle',
    name: 'Subtitle',
    next: 'Normal',
    paragraph: '<w:spacing w:after="240"/>',
    run: '<w:color w:val="595959"/>',
  },
  {
    id: 'TOCHeading',
    name: 'TOC Heading',
    next: 'Normal',
    paragraph: '<w:spacing w:before="240" w:after="120"/>',
    run: '<w:b/><w:bCs/><w:sz w:val="28"/><w:szCs w:val="28"/>',
  },
  { id: 'ListParagraph', name: 'List Paragraph', paragraph: '<w:spacing w:before="40" w:after="40"/>' },
  {
    id: 'Quote',
    name: 'Quote',
    paragraph: '<w:pBdr><w:left w:val="single" w:sz="18" w:space="10" w:color="BFBFBF"/></w:pBdr><w:ind w:left="340"/>',
    run: '<w:color w:val="595959"/>',
  },
  {
    id: 'Callout',
    name: 'Callout',
    paragraph:
      '<w:spacing w:before="120" w:after="120" w:line="320" w:lineRule="auto"/><w:contextualSpacing/><w:ind w:left="340"/>',
  },
  {
    id: 'Code',
    name: 'Code',
    paragraph:
      '<w:pBdr><w:top w:val="single" w:sz="4" w:space="4" w:color="D9D9D9"/><w:left w:val="single" w:sz="4" w:space="4" w:color="D9D9D9"/>' +
      '<w:bottom w:val="single" w:sz="4" w:space="4" w:color="D9D9D9"/><w:right w:val="single" w:sz="4" w:space="4" w:color="D9D9D9"/></w:pBdr>' +
      '<w:shd w:val="clear" w:color="auto" w:fill="F5F5F5"/><w:spacing w:before="120" w:after="160" w:line="240" w:lineRule="auto"/><w:ind w:left="100" w:right="100"/><w:jc w:val="left"/>',
    run: `${codeFonts}<w:noProof/><w:sz w:val="18"/><w:szCs w:val="18"/>`,
  },
  {
    id: 'Formula',
    name: 'Formula',
    paragraph: '<w:spacing w:before="120" w:after="120"/><w:jc w:val="center"/>',
    run: '<w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math" w:eastAsia="Microsoft YaHei"/><w:noProof/>',
  },
  {
    id: 'Diagram',
    name: 'Diagram',
    paragraph: '<w:spacing w:before="160" w:after="160" w:line="240" w:lineRule="auto"/><w:jc w:val="center"/>',
  },
  {
    id: 'TableText',
    name: 'Table Text',
    paragraph: '<w:spacing w:before="40" w:after="40" w:line="252" w:lineRule="auto"/><w:jc w:val="left"/>',
    run: '<w:sz w:val="19"/><w:szCs w:val="19"/>',
  },
  { id: 'TableHead', name: 'Table Head', based: 'TableText', paragraph: '<w:keepNext/>', run: '<w:b/><w:bCs/>' },
  {
    id: 'Rule',
    name: 'Rule',
    paragraph:
      '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="BFBFBF"/></w:pBdr><w:spacing w:before="120" w:after="120"/>',
  },
  {
    id: 'FootnoteText',
    name: 'footnote text',
    paragraph: '<w:spacing w:before="0" w:after="40"/>',
    run: '<w:sz w:val="18"/><w:szCs w:val="18"/>',
  },
  {
    id: 'Footer',
    name: 'footer',
    paragraph: '<w:jc w:val="center"/>',
    run: '<w:color w:val="7F7F7F"/><w:sz w:val="18"/><w:szCs w:val="18"/>',
  },
]

const characterStyles =
  '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>' +
  '<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>' +
  `<w:style w:type="character" w:styleId="InlineCode"><w:name w:val="Inline Code"/><w:rPr>${codeFonts}<w:noProof/><w:sz w:val="19"/><w:szCs w:val="19"/><w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/></w:rPr></w:style>` +
  '<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>'

const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>`

const tableStyles =
  '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/>' +
  '<w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>' +
  `<w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('')}</w:tblBorders></w:tblPr></w:style>`

const defaults =
  `<w:docDefaults><w:rPrDefault><w:rPr>${bodyFonts}<w:sz w:val="21"/><w:szCs w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN" w:bidi="ar-SA"/></w:rPr></w:rPrDefault>` +
  '<w:pPrDefault><w:pPr><w:spacing w:before="60" w:after="120" w:line="288" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>'

/** Returns word/styles.xml. */
export const stylesPart = (): string =>
  xmlPart(
    `<w:styles ${namespaces}>${defaults}` +
      '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>' +
      characterStyles +
      tableStyles +
      [...headings, ...contents, ...others.map(paragraphStyle)].join('') +
      '</w:styles>',
  )

/** Returns word/fontTable.xml, which lists substitutes for missing fonts. */
export const fontsPart = (): string =>
  xmlPart(
    `<w:fonts ${namespaces}>` +
      '<w:font w:name="Calibri"><w:altName w:val="Carlito"/><w:family w:val="swiss"/></w:font>' +
      '<w:font w:name="Microsoft YaHei"><w:charset w:val="86"/><w:family w:val="swiss"/></w:font>' +
      '<w:font w:name="Consolas"><w:altName w:val="DejaVu Sans Mono"/><w:family w:val="modern"/><w:pitch w:val="fixed"/></w:font>' +
      '<w:font w:name="Cambria Math"><w:altName w:val="Cambria"/><w:family w:val="roman"/></w:font>' +
      '</w:fonts>',
  )
