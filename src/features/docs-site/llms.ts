/** A page in a list for language models. */
interface ListedPage {
  /** The titles of its folders, the outermost first. */
  folders: readonly string[]
  title: string
  address: string
}

/** What a list for language models says of a version of a docs site. */
export interface ListedSite {
  name: string
  description: string
  /** The address of its OpenAPI description; empty without API pages. */
  openapi: string
  pages: readonly ListedPage[]
}

const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const label = (text: string): string => line(text).replaceAll(/[[\]\\]/g, (mark) => `\\${mark}`)

const linkTo = (title: string, address: string): string => `- [${label(title)}](${address})`

/** Returns the pages of a site as Markdown for language models, a section for each folder. Source: llmstxt.org. */
export function writeLlmsText(sites: readonly ListedSite[]): string {
  return sites
    .map(({ name, description, openapi, pages }) => {
      const sections = new Map<string, string[]>()
      for (const { folders, title, address } of pages) {
        const heading = folders.map(line).join(' / ')
        sections.set(heading, [...(sections.get(heading) ?? []), linkTo(title, address)])
      }
      const parts = [`# ${line(name)}`, ...(description === '' ? [] : [`> ${line(description)}`])]
      if (openapi !== '') parts.push(linkTo('OpenAPI', openapi))
      for (const [heading, links] of sections)
        parts.push(...(heading === '' ? [] : [`## ${heading}`]), links.join('\n'))
      return parts.join('\n\n')
    })
    .join('\n\n')
    .concat('\n')
}
