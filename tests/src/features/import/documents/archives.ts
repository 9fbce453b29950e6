import { type MadeEntry, makeZip } from '../zip-writer.ts'
import { allOf, type Doc, htmlOf, markdownOf, nodesOf, wordXmlOf } from './random-documents.ts'

/** A picture of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Files by their paths, packed. */
export const zipOf = (files: Record<string, string | Buffer>): Buffer =>
  makeZip(Object.entries(files).map(([name, data]): MadeEntry => ({ name, data })))

const filesOf = (
  docs: readonly Doc[],
  write: (doc: Doc, path: string) => [string, string | Buffer][],
  folder = '',
): [string, string | Buffer][] =>
  docs.flatMap((doc) => [...write(doc, folder + doc.title), ...filesOf(doc.children, write, `${folder}${doc.title}/`)])

const page = (title: string, body: string) =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`
const key = (id: number) => id.toString(16).padStart(32, 'a')

/** The parts of a Word document besides its text. */
export const wordFiles = (body: string): Record<string, string> => ({
  '[Content_Types].xml':
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels':
    '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/_rels/document.xml.rels':
    '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/image1.png"/></Relationships>',
  'word/styles.xml': `<?xml version="1.0" encoding="UTF-8"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${[1, 2, 3, 4].map((level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`).join('')}<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Code"/></w:style></w:styles>`,
  'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
})

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

/** An Excel file of sheets by name. */
export const excelOf = (sheets: Record<string, string[][]>): Buffer => {
  const names = Object.keys(sheets)
  return zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${names.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.map((row, line) => `<row r="${line + 1}">${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
      ]),
    ),
  })
}

const confluencePage = (space: string, doc: Doc) =>
  page(
    `${space} : ${doc.title}`,
    `<div id="main-header"><h1 id="title-heading"><span id="title-text"> ${space} : ${doc.title} </span></h1></div><div id="content"><div id="main-content" class="wiki-content group">${htmlOf(doc, (code) => `<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">${code}</pre>`)}</div></div>`,
  )

const confluenceList = (docs: readonly Doc[]): string =>
  `<ul>${docs.map((doc) => `<li><a href="p_${doc.id}.html">${doc.title}</a>${doc.children.length > 0 ? confluenceList(doc.children) : ''}</li>`).join('')}</ul>`

/** The XML of a Confluence space. */
export const entitiesOf = (docs: readonly Doc[], more = ''): string => {
  const objects = (list: readonly Doc[], parent?: Doc): string =>
    list
      .map(
        (doc, at) =>
          `<object class="Page" package="com.atlassian.confluence.pages"><id name="id">${doc.id}</id><property name="title"><![CDATA[${doc.title}]]></property><property name="position">${at}</property>${parent ? `<property name="parent" class="Page" package="x"><id name="id">${parent.id}</id></property>` : ''}<property name="contentStatus"><![CDATA[current]]></property><collection name="bodyContents" class="java.util.Collection"><element class="BodyContent" package="x"><id name="id">${doc.id + 5000}</id></element></collection></object>
<object class="BodyContent" package="x"><id name="id">${doc.id + 5000}</id><property name="body"><![CDATA[${htmlOf(doc, (code) => `<ac:structured-macro ac:name="code" ac:schema-version="1"><ac:parameter ac:name="language">js</ac:parameter><ac:plain-text-body><![CDATA[${code}]] ></ac:plain-text-body></ac:structured-macro><p><br /></p>`)}]]></property><property name="content" class="Page" package="x"><id name="id">${doc.id}</id></property><property name="bodyType">2</property></object>
${objects(doc.children, doc)}`,
      )
      .join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?><hibernate-generic datetime="2026-01-01 00:00:00"><object class="Space" package="x"><id name="id">9</id><property name="name"><![CDATA[Space name]]></property></object>${objects(docs)}${more}</hibernate-generic>`
}

/** A file of each format with these documents. */
export const everyFormat: Record<string, (docs: readonly Doc[]) => { name: string; bytes: Buffer; source: string }> = {
  markdown: (docs) => ({
    name: 'n.zip',
    source: 'markdown',
    bytes: zipOf(Object.fromEntries(filesOf(docs, (doc, path) => [[`${path}.md`, markdownOf(doc)]]))),
  }),
  'front matter': (docs) => ({
    name: 'n.zip',
    source: 'docusaurus',
    bytes: zipOf(
      Object.fromEntries(
        filesOf(docs, (doc, path) => [
          [`${path}.md`, `---\ntitle: ${doc.title}\nsidebar_position: ${doc.id}\n---\n\n${markdownOf(doc)}`],
        ]),
      ),
    ),
  }),
  html: (docs) => ({
    name: 'n.zip',
    source: 'html',
    bytes: zipOf(Object.fromEntries(filesOf(docs, (doc, path) => [[`${path}.html`, page(doc.title, htmlOf(doc))]]))),
  }),
  mkdocs: (docs) => {
    const files = allOf(docs).map((doc) => [`docs/p${doc.id}.md`, markdownOf(doc)])
    const nav = (list: readonly Doc[], indent: string): string =>
      list
        .map((doc) =>
          doc.children.length > 0
            ? `${indent}- '${doc.title}':\n${indent}    - p${doc.id}.md\n${nav(doc.children, `${indent}    `)}`
            : `${indent}- '${doc.title}': p${doc.id}.md\n`,
        )
        .join('')
    return {
      name: 'n.zip',
      source: 'mkdocs',
      bytes: zipOf({ 'mkdocs.yml': `site_name: My site\nnav:\n${nav(docs, '  ')}`, ...Object.fromEntries(files) }),
    }
  },
  gitbook: (docs) => {
    const list = (below: readonly Doc[], indent: string): string =>
      below.map((doc) => `${indent}* [${doc.title}](p${doc.id}.md)\n${list(doc.children, `${indent}  `)}`).join('')
    return {
      name: 'n.zip',
      source: 'gitbook',
      bytes: zipOf({
        'SUMMARY.md': `# Summary\n\n${list(docs, '')}`,
        ...Object.fromEntries(allOf(docs).map((doc) => [`p${doc.id}.md`, markdownOf(doc)])),
      }),
    }
  },
  docusaurus: (docs) => {
    const item = (doc: Doc): string =>
      doc.children.length > 0
        ? `{ type: 'category', label: '${doc.title}', link: {type: 'doc', id: 'p${doc.id}'}, items: [${doc.children.map(item).join(', ')},] }`
        : `{type:'doc', label:"${doc.title}", id:'p${doc.id}'}`
    return {
      name: 'n.zip',
      source: 'docusaurus',
      bytes: zipOf({
        'sidebars.ts': `import type {X} from 'y';\n// the tree\nconst sidebars: X = {\n  docs: [${docs.map(item).join(',\n')}],\n};\nexport default sidebars;\n`,
        ...Object.fromEntries(allOf(docs).map((doc) => [`docs/p${doc.id}.md`, markdownOf(doc)])),
      }),
    }
  },
  word: (docs) => ({
    name: 'Manual.docx',
    source: 'word',
    bytes: zipOf(
      wordFiles(
        allOf(docs)
          .map(
            (doc) =>
              `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${doc.title}</w:t></w:r></w:p>${wordXmlOf(doc)}`,
          )
          .join(''),
      ),
    ),
  }),
  excel: (docs) => ({
    name: 'Book.xlsx',
    source: 'sheets',
    bytes: excelOf(
      Object.fromEntries(
        allOf(docs).map((doc) => [
          doc.title.slice(0, 31) === doc.title ? doc.title : `s${doc.id}`,
          [
            [doc.title],
            ...doc.blocks.flatMap((block) =>
              block.kind === 'table' ? block.rows : [block.kind === 'list' ? block.items : [block.text]],
            ),
          ],
        ]),
      ),
    ),
  }),
  csv: (docs) => ({
    name: 'List.csv',
    source: 'sheets',
    bytes: Buffer.from(
      allOf(docs)
        .flatMap((doc) => [
          [doc.title],
          ...doc.blocks.map((block) =>
            block.kind === 'table' ? block.rows.flat() : block.kind === 'list' ? block.items : [block.text],
          ),
        ])
        .map((row) => row.map((one) => `"${one}"`).join(','))
        .join('\r\n'),
    ),
  }),
  'confluence html': (docs) => ({
    name: 'space.zip',
    source: 'confluence',
    bytes: zipOf({
      'DS/index.html': page(
        'Space name (DS)',
        `<div id="content"><div class="pageSection"><h2>Available Pages:</h2>${confluenceList(docs)}</div></div>`,
      ),
      ...Object.fromEntries(allOf(docs).map((doc) => [`DS/p_${doc.id}.html`, confluencePage('Space name', doc)])),
    }),
  }),
  'confluence xml': (docs) => ({
    name: 'space.zip',
    source: 'confluence-xml',
    bytes: zipOf({ 'entities.xml': entitiesOf(docs), 'exportDescriptor.properties': 'x=1' }),
  }),
  notion: (docs) => {
    const write = (below: readonly Doc[], folder: string): [string, string][] =>
      below.flatMap((doc): [string, string][] => {
        const name = `${folder}${doc.title.slice(0, 20)} ${key(doc.id)}`
        return [
          [
            `${name}.md`,
            `# ${doc.title}\n\n${markdownOf(doc)}\n${doc.children.map((child) => `\n[${child.title}](${encodeURIComponent(doc.title.slice(0, 20))}%20${key(doc.id)}/${encodeURIComponent(child.title.slice(0, 20))}%20${key(child.id)}.md)\n`).join('')}`,
          ],
          ...write(doc.children, `${name}/`),
        ]
      })
    return {
      name: 'Export.zip',
      source: 'notion',
      bytes: zipOf({ 'Export-1-Part-1.zip': zipOf(Object.fromEntries(write(docs, ''))) }),
    }
  },
  'word in folders': (docs) => ({
    name: 'n.zip',
    source: 'word',
    bytes: zipOf(
      Object.fromEntries(filesOf(docs, (doc, path) => [[`${path}.docx`, zipOf(wordFiles(wordXmlOf(doc)))]])),
    ),
  }),
  'text files': (docs) => ({
    name: 'n.zip',
    source: 'markdown',
    bytes: zipOf(Object.fromEntries(filesOf(docs, (doc, path) => [[`${path}.txt`, markdownOf(doc)]]))),
  }),
  'tables in folders': (docs) => ({
    name: 'n.zip',
    source: 'sheets',
    bytes: zipOf(
      Object.fromEntries(
        filesOf(docs, (doc, path) => {
          const rows = doc.blocks.map((block) => Object.values(block).flat(2).map(String))
          return doc.id % 2 === 0
            ? [[`${path}.xlsx`, excelOf(doc.children.length > 0 ? { One: rows, Two: rows } : { One: rows })]]
            : [[`${path}.csv`, rows.map((row) => row.join(',')).join('\n')]]
        }),
      ),
    ),
  }),
  'notion html': (docs) => ({
    name: 'Export.zip',
    source: 'notion',
    bytes: zipOf(
      Object.fromEntries(
        allOf(docs).map((doc) => [
          `${doc.title.slice(0, 20)} ${key(doc.id)}.html`,
          page(
            doc.title,
            `<article class="page sans"><header><h1 class="page-title">${doc.title}</h1></header><div class="page-body">${htmlOf(doc)}</div></article>`,
          ),
        ]),
      ),
    ),
  }),
  'outline json': (docs) => {
    const structure = (doc: Doc): object => ({
      id: `d${doc.id}`,
      title: doc.title,
      url: `/doc/${doc.id}`,
      children: doc.children.map(structure),
    })
    return {
      name: 'outline.zip',
      source: 'outline',
      bytes: zipOf({
        'metadata.json': '{"exportVersion":1,"version":"0.80"}',
        'Handbook.json': JSON.stringify({
          collection: { id: 'c', name: 'Handbook', documentStructure: docs.map(structure) },
          documents: Object.fromEntries(
            allOf(docs).map((doc) => [
              `d${doc.id}`,
              { id: `d${doc.id}`, title: doc.title, urlId: String(doc.id).padStart(10, 'u'), data: nodesOf(doc) },
            ]),
          ),
          attachments: {},
        }),
      }),
    }
  },
  docmost: (docs) => ({
    name: 'space.zip',
    source: 'docmost',
    bytes: zipOf({
      'docmost-metadata.json': JSON.stringify({ source: 'docmost', pages: {} }),
      ...Object.fromEntries(filesOf(docs, (doc, path) => [[`${path}.md`, `# ${doc.title}\n\n${markdownOf(doc)}`]])),
    }),
  }),
  bookstack: (docs) => ({
    name: 'book.zip',
    source: 'bookstack',
    bytes: zipOf({
      'data.json': JSON.stringify({
        instance: { id: 'x', version: 'v25' },
        exported_at: '2026-01-01',
        book: {
          id: 1,
          name: 'The book',
          chapters: docs
            .filter(({ children }) => children.length > 0)
            .map((doc) => ({
              id: doc.id,
              name: doc.title,
              description_html: htmlOf(doc),
              priority: doc.id,
              pages: allOf(doc.children).map((child) => ({
                id: child.id,
                name: child.title,
                priority: child.id,
                html: htmlOf(child),
              })),
            })),
          pages: docs
            .filter(({ children }) => children.length === 0)
            .map((doc) => ({ id: doc.id, name: doc.title, priority: doc.id, markdown: markdownOf(doc) })),
        },
      }),
    }),
  }),
}
