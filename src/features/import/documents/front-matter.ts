import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { readYaml } from '#shared/api-doc/yaml-text.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { jsonLimits } from '../safe-json.ts'

/** Parses a YAML text of an export; undefined when it is not valid. */
export function yamlOf(text: string): unknown {
  const read = readYaml(text, jsonLimits)
  return 'value' in read ? read.value : undefined
}

/** A Markdown text with what its front matter says. */
interface FrontMatter {
  fields: UnknownObject
  /** The text without it. Fields that say nothing about the place of the page stay, in a code block. */
  text: string
}

/** Fields that site generators need: they name the page, place it, or configure its layout. */
const placing =
  /^(?:title|id|slug|permalink|layout|parent|order|weight|nav_order|nav_exclude|has_children|position|hide|hide_\w+|sidebar_\w+|pagination_\w+|custom_edit_url|toc_\w+|displayed_sidebar|icon|collection\w*|createdAt|updatedAt|created_at|updated_at)\s*:\s*\S/

const block = /^\ufeff?---[ \t]*\r?\n([^]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

/** Separates a Markdown text from its front matter; one that is not YAML is text. */
export function readFrontMatter(markdown: string): FrontMatter {
  const [whole = '', yaml = ''] =
    markdown.startsWith('---') || markdown.startsWith('\ufeff---') ? (block.exec(markdown) ?? []) : []
  const fields = whole === '' ? undefined : toObject(yamlOf(yaml))
  if (!fields) return { fields: {}, text: markdown }
  const others = yaml.split(/\r?\n/).filter((line) => !placing.test(line) && line.trim() !== '')
  const text = markdown.slice(whole.length).replace(/^(?:[ \t]*\r?\n)+/, '')
  return { fields, text: others.length === 0 ? text : `${fenced(others.join('\n'), 'yaml')}\n\n${text}` }
}

/** Returns the number of a field; undefined when it has none. */
export function numberOf(value: unknown): number | undefined {
  const text = toText(value).trim()
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
}
