import type { ZipEntryWriter } from '../zip-writer.ts'
import { escapeXml, namespaces, xmlPart } from './xml.ts'

/** The types of the images in a document, by extension. */
const imageTypes = { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif', bmp: 'image/bmp', svg: 'image/svg+xml' }

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

// The text width and height of a page in EMU, 9525 of which are a pixel: A4 with margins of 2.54 cm.
const widthMost = 5_731_200
const heightMost = 8_000_000
const emuOfPixel = 9525

/** Collects the addresses and images that a text part refers to, each once, and writes the part's relations. */
export class Relations {
  readonly #part: ZipEntryWriter
  readonly #ids = new Map<string, number>()

  constructor(part: ZipEntryWriter) {
    this.#part = part
    part.write(xmlPart('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'))
  }

  /** Returns the relation id of an external address. */
  link(url: string): string {
    return this.#add('hyperlink', url, ' TargetMode="External"')
  }

  /** Returns the relation id of another part. */
  part(type: string, target: string): string {
    return this.#add(type, target, '')
  }

  finish(): void {
    this.#part.write('</Relationships>')
    this.#part.close()
  }

  #add(type: string, target: string, more: string): string {
    const key = `${type} ${target}`
    const known = this.#ids.get(key)
    if (known !== undefined) return `rId${known}`
    const id = this.#ids.size + 1
    this.#ids.set(key, id)
    this.#part.write(`<Relationship Id="rId${id}" Type="${office}/${type}" Target="${escapeXml(target)}"${more}/>`)
    return `rId${id}`
  }
}

/**
 * Returns an image of this size in pixels as a run.
 *
 * @param parts the relations of its part, and of the same image as SVG, which newer Words show instead
 */
export function drawingXml(
  image: { width: number; height: number },
  alt: string,
  parts: { main: string; svg: string | undefined },
  id: number,
): string {
  const whole = { width: image.width * emuOfPixel, height: image.height * emuOfPixel }
  const scale = Math.min(1, widthMost / whole.width, heightMost / whole.height)
  const size = `cx="${Math.max(1, Math.round(whole.width * scale))}" cy="${Math.max(1, Math.round(whole.height * scale))}"`
  const about = `id="${id}" name="Picture ${id}" descr="${escapeXml(alt)}"`
  const svg =
    parts.svg === undefined
      ? ''
      : '<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}">' +
        `<asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="${parts.svg}"/></a:ext></a:extLst>`
  return (
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/><wp:docPr ${about}/>` +
    '<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>' +
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">' +
    `<pic:pic><pic:nvPicPr><pic:cNvPr ${about}/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${parts.main}">${svg}</a:blip><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>` +
    '</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
  )
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** Returns [Content_Types].xml, which lists the type of each part. */
export const contentTypesPart = (): string =>
  xmlPart(
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      Object.entries(imageTypes)
        .map(([fileExtension, type]) => `<Default Extension="${fileExtension}" ContentType="${type}"/>`)
        .join('') +
      ['document.main', 'styles', 'settings', 'numbering', 'footnotes', 'footer', 'fontTable']
        .map((kind) => `<Override PartName="/word/${kind.split('.')[0]}.xml" ContentType="${word}.${kind}+xml"/>`)
        .join('') +
      '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>' +
      '</Types>',
  )

/** Returns _rels/.rels, the entry point of the package. */
export const packagePart = (): string =>
  xmlPart(
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/>` +
      '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>' +
      '</Relationships>',
  )

/** Returns docProps/core.xml, the document's properties. */
export const propertiesPart = (title: string): string =>
  xmlPart(
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ' +
      `xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`,
  )

/** Returns word/settings.xml, the document's settings in Word. */
export const settingsPart = (): string =>
  xmlPart(
    `<w:settings ${namespaces}><w:zoom w:percent="100"/><w:defaultTabStop w:val="420"/><w:characterSpacingControl w:val="compressPunctuation"/>` +
      '<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>' +
      '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>' +
      '<w:themeFontLang w:val="en-US" w:eastAsia="zh-CN"/></w:settings>',
  )
