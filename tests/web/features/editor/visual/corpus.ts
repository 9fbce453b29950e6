import { readdirSync, readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'

type Document = [name: string, text: string]

const folder = new URL('../../../../corpus/', import.meta.url)
const exportsFolder = new URL('../../../../fixtures/showdoc/', import.meta.url)

/** The documents of the corpus: name and text. */
export const corpus: Document[] = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => [name.slice(0, -3), readFileSync(new URL(name, folder), 'utf8')])

/** The pages of the exported items among the fixtures. */
export const exportedPages: Document[] = readdirSync(exportsFolder)
  .filter((name) => /^markdown-.*\.zip$/.test(name))
  .flatMap((zip) =>
    Object.entries(unzipSync(readFileSync(new URL(zip, exportsFolder))))
      .filter(([name]) => name.endsWith('.md'))
      .map(([name, bytes]): Document => [`${zip}: ${name}`, strFromU8(bytes)]),
  )

const guide = new URL('../../../../../web/features/help/guide/', import.meta.url)

/** The product’s own user guide: the chapters of both languages. */
export const guidePages: Document[] = ['en', 'zh'].flatMap((lang) =>
  readdirSync(new URL(`${lang}/`, guide)).map(
    (name): Document => [`guide ${lang} ${name}`, readFileSync(new URL(`${lang}/${name}`, guide), 'utf8')],
  ),
)
