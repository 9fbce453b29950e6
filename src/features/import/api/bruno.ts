import { type ApiRow, apiRow } from '#shared/api-doc/api-page-json.ts'
import { compactTable, point, points, section } from '#shared/api-doc/remark.ts'
import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import { type BruBlock, type BruPair, bruPairs, readBru } from './bru-text.ts'
import {
  emptyBody,
  emptyRequest,
  type RequestBody,
  type SavedRequest,
  type SavedResponse,
  splitUrl,
  withQueryOf,
} from './request-shape.ts'
import type { FoundVariable } from './variables.ts'

const methods = new Set([
  'get',
  'post',
  'put',
  'delete',
  'patch',
  'options',
  'head',
  'trace',
  'connect',
  'http',
  'ws',
  'grpc',
])

/** The parts that requests, folders and collections have in common. */
export interface BruFile {
  name: string
  /** Its place among its neighbours. */
  seq: number
  docs: string
  headers: ApiRow[]
  auth: UnknownObject | undefined
  variables: ApiRow[]
  scripts: { pre: string; post: string }
  /** The request; undefined for a folder or collection. */
  request: SavedRequest | undefined
}

const rowOf = ({ name, value, isOff }: BruPair): ApiRow => {
  const [, path] = /^@file\((.*?)\)/.exec(value) ?? []
  return apiRow(name, {
    type: path === undefined ? 'string' : 'file',
    value: path ?? value,
    require: isOff ? '0' : '1',
    ...(isOff && { disable: '1' as const }),
  })
}

class Blocks {
  readonly #blocks: readonly BruBlock[]

  constructor(blocks: readonly BruBlock[]) {
    this.#blocks = blocks
  }

  text(name: string): string {
    return this.#blocks
      .filter((one) => one.name === name)
      .map((one) => one.text)
      .join('\n')
  }

  pairs(name: string): BruPair[] {
    return bruPairs(this.text(name))
  }

  rows(name: string): ApiRow[] {
    return this.pairs(name).map(rowOf)
  }

  value(name: string, key: string): string {
    return this.pairs(name).find((one) => one.name === key)?.value ?? ''
  }

  /** The block that names the method, with its name. */
  get call(): BruBlock | undefined {
    return this.#blocks.find(({ name }) => methods.has(name))
  }

  /** The texts of all blocks by name; without settings, credentials, and what says where the request stands. */
  get texts(): Record<string, string[]> {
    const shown = this.#blocks.filter(
      ({ name }) => !/^(?:meta|settings|auth(?::.*)?)$/.test(name) && !methods.has(name),
    )
    return Object.fromEntries(
      shown.map(({ name, text }) => [
        name,
        text
          .split('\n')
          .filter((line) => name !== 'example' || !/[{[]\s*$/.test(line))
          .map((line) =>
            name === 'example'
              ? line.replace(/^\s*(?:name|description|url|method|mode|code|type|content|text):/, '')
              : line,
          ),
      ]),
    )
  }

  get examples(): string[] {
    return this.#blocks.filter(({ name }) => name === 'example').map(({ text }) => text)
  }
}

function authOf(blocks: Blocks, mode: string): UnknownObject | undefined {
  if (mode === '' || mode === 'inherit') return undefined
  if (mode === 'none') return { type: 'noauth' }
  const values = Object.fromEntries(blocks.pairs(`auth:${mode}`).map(({ name, value }) => [name, value]))
  return { type: mode, [mode]: values }
}

function bodyOf(blocks: Blocks, mode: string): RequestBody {
  const graphql = blocks.text('body:graphql')
  if (mode === 'graphql') {
    const variables = blocks.text('body:graphql:vars')
    const body = `{\n  "query": ${JSON.stringify(graphql)}${variables.trim() === '' ? '' : `,\n  "variables": ${variables}`}\n}`
    return { ...emptyBody, mode: 'graphql', raw: body, language: 'json' }
  }
  const text = ['json', 'text', 'xml', 'sparql'].map((one) => [one, blocks.text(`body:${one}`)] as const)
  const kept = {
    ...emptyBody,
    urlencoded: blocks.rows('body:form-urlencoded'),
    formdata: blocks.rows('body:multipart-form'),
  }
  if (mode === 'form-urlencoded' || mode === 'formUrlEncoded') return { ...kept, mode: 'urlencoded' }
  if (mode === 'multipart-form' || mode === 'multipartForm') return { ...kept, mode: 'formdata' }
  if (mode === 'file') return { ...kept, mode: 'file', raw: blocks.text('body:file').trim() }
  const [language, raw] = text.find(([name]) => name === mode) ?? text.find(([, given]) => given !== '') ?? ['', '']
  return raw === '' ? { ...kept, mode: 'none' } : { ...kept, mode: 'raw', raw, language }
}

/** Reads a saved example, whose blocks are indented once more and named after their side. */
function exampleOf(text: string): SavedResponse {
  const name = bruPairs(text.split(/\n\w+:?\s*\{/)[0] ?? '')
  const valueOf = (key: string) => name.find((one) => one.name === key)?.value ?? ''
  const lines = `\n${text}`
  const response = /\nresponse:?\s*\{\n([^]*)\n\}/.exec(lines)?.[1] ?? ''
  const inside = response
    .split('\n')
    .map((line) => line.replace(/^ {1,2}/, ''))
    .join('\n')
  const blocks = new Blocks(readNested(inside))
  const status = blocks.pairs('status')
  const body = blocks.text('body')
  const [, content = body] = /content:\s*'''\n?([^]*?)\n?\s*'''/.exec(body) ?? []
  return {
    name: [valueOf('name'), valueOf('description')].filter(Boolean).join(' · '),
    code: Number(status.find((one) => one.name === 'code')?.value) || 0,
    status: status.find((one) => one.name === 'text')?.value ?? '',
    headers: blocks.rows('headers'),
    body: content
      .split('\n')
      .map((line) => line.replace(/^ {1,4}/, ''))
      .join('\n'),
    sent: '',
    sentBody: '',
  }
}

/** Blocks inside an example have a colon after their name. */
const readNested = (text: string): BruBlock[] => readBru(text.replaceAll(/^(\w+):\s*\{/gm, '$1 {')) ?? []

const noted = (name: string, text: string): string =>
  text.trim() === '' ? '' : section(inlineCode(name), fenced(text.trimEnd(), 'js'))

function notesOf(blocks: Blocks): string {
  const table = (name: string) =>
    section(
      inlineCode(name),
      compactTable(
        ['`name`', '`value`'],
        blocks.pairs(name).map(({ name: key, value, isOff }) => [isOff ? `~${key}` : key, value]),
      ),
    )
  return joined(
    points(point('tags', blocks.pairs('meta').find(({ name }) => name === 'tags')?.value ?? '')),
    table('vars:pre-request'),
    table('vars:post-response'),
    table('assert'),
    noted('tests', blocks.text('tests')),
  )
}

/** Reads one `.bru` file; undefined for any other text. */
export function readBruFile(text: string, fileName: string): BruFile | undefined {
  const found = readBru(text)
  if (!found) return undefined
  const blocks = new Blocks(found)
  const call = blocks.call
  const base = {
    name: blocks.value('meta', 'name') || fileName,
    seq: Number(blocks.value('meta', 'seq')) || 0,
    docs: blocks.text('docs').trim(),
    headers: blocks.rows('headers'),
    variables: blocks.rows('vars:pre-request'),
    scripts: {
      pre: blocks.text('script:pre-request'),
      post: [blocks.text('script:post-response'), call ? '' : blocks.text('tests')].filter(Boolean).join('\n'),
    },
  }
  if (!call) return { ...base, auth: authOf(blocks, blocks.value('auth', 'mode')), request: undefined }
  const at = (key: string) => bruPairs(call.text).find((one) => one.name === key)?.value ?? ''
  const { url, query } = splitUrl(at('url'))
  const named = [...blocks.rows('params:query'), ...blocks.rows('query')]
  const method = call.name === 'http' ? at('method') || 'GET' : call.name
  const request: SavedRequest = {
    ...emptyRequest(base.name, method, url),
    description: base.docs,
    query: withQueryOf(named, query),
    pathVariables: blocks.rows('params:path'),
    headers: base.headers,
    body: bodyOf(blocks, at('body')),
    auth: authOf(blocks, at('auth')),
    scripts: base.scripts,
    responses: blocks.examples.map(exampleOf),
    notes: notesOf(blocks),
    input: { value: blocks.texts, without: new Set() },
  }
  return { ...base, auth: undefined, request }
}

/** Returns the variables of an environment file. */
export function bruVariables(text: string): FoundVariable[] {
  const blocks = new Blocks(readBru(text) ?? [])
  return [
    ...blocks.pairs('vars').map(({ name, value }) => ({ name, value, isSecret: false })),
    ...blocks.pairs('vars:secret').map(({ name }) => ({ name, value: '', isSecret: true })),
  ]
}

/** Returns the name in a `bruno.json`; undefined when it is another file. */
export function brunoName(value: unknown): string | undefined {
  const root = toObject(value)
  return root?.['type'] === 'collection' && root['version'] !== undefined ? toText(root['name']) : undefined
}
