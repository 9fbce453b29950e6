import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { isJsonType, responsesOf } from '#shared/api-doc/schema/operation-parts.ts'
import { problemText } from '#shared/api-doc/schema/problem-text.ts'
import type { MockLookup } from '#shared/contract/mock.ts'
import en from '#shared/locales/api-lint-en.json' with { type: 'json' }
import zh from '#shared/locales/api-lint-zh.json' with { type: 'json' }
import problemsEn from '#shared/locales/schema-check-en.json' with { type: 'json' }
import problemsZh from '#shared/locales/schema-check-zh.json' with { type: 'json' }
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import {
  type AddressedPage,
  type ItemOperation,
  listAddressedPages,
  readOperations,
} from '#src/features/api-operations/index.ts'
import { findTemplate, renderTemplateMock, safeJson } from '#src/features/mock/index.ts'
import { canAnswer, type MockTarget, mockTargetFor, parseMockTarget } from './access.ts'
import { chooseResponse } from './choose-response.ts'
import { PageIndex } from './match-page.ts'
import { readPreferences } from './preferences.ts'
import { type SentRequest, validateRequest } from './validate-request.ts'

/** A request to a mock. */
interface MockRequest extends Omit<SentRequest, 'path'> {
  method: string
  lang: Lang
}

/** The response of a mock. */
interface MockResponse {
  status: number
  /** `json`, or any other type, which is sent as plain text. */
  kind: 'json' | 'text' | 'empty'
  body: string
  /** The page that answered; undefined for a template. */
  page_id?: number
}

const texts = {
  en: { places: en.places, problems: problemsEn },
  zh: { places: zh.places, problems: problemsZh },
}

// An index is as large as the addresses of an item; an operation is remembered until anything is written.
const indexes = new WeakMap<App, LRUCache<readonly AddressedPage[], PageIndex<AddressedPage>>>()
const operations = new WeakMap<App, LRUCache<number, { pages: readonly AddressedPage[]; operation: ItemOperation }>>()
const rememberedMost = 300

function indexOf(app: App, pages: readonly AddressedPage[]): PageIndex<AddressedPage> {
  const known = indexes.get(app) ?? new LRUCache({ max: rememberedMost })
  indexes.set(app, known)
  const found = known.get(pages)
  if (found) return found
  const index = new PageIndex(pages)
  known.set(pages, index)
  return index
}

async function operationOf(
  app: App,
  item_id: number,
  page_id: number,
  pages: readonly AddressedPage[],
): Promise<ItemOperation | undefined> {
  const known = operations.get(app) ?? new LRUCache({ max: rememberedMost })
  operations.set(app, known)
  const found = known.get(page_id)
  if (found?.pages === pages) return found.operation
  const [operation] = await readOperations(app, item_id, [page_id])
  if (operation) known.set(page_id, { pages, operation })
  return operation
}

const firstOf = (query: MockRequest['query']): Map<string, string> =>
  new Map([...query].map(([name, values]) => [name, values[0] ?? '']))

/** Separates the query that stands in a path: `/orders?page=2`. */
function splitQuery(path: string, query: MockRequest['query']): { path: string; query: MockRequest['query'] } {
  const at = path.indexOf('?')
  if (at < 0) return { path, query }
  const all = new Map([...query].map(([name, values]) => [name, [...values]]))
  for (const [name, value] of new URLSearchParams(path.slice(at + 1))) all.set(name, [...(all.get(name) ?? []), value])
  return { path: path.slice(0, at), query: all }
}

/**
 * Answers a request from the examples and schemas of the API page that describes it. Undefined when no page does, or when
 * the pages are not for anyone who has the address.
 *
 * @throws {AppError} mockNoMethod, mockNoStatus, mockNoExample
 */
async function answerFromSchema(
  app: App,
  target: MockTarget,
  requestedPath: string,
  request: MockRequest,
): Promise<MockResponse | undefined> {
  if (!(await canAnswer(app, target))) return undefined
  const { path, query } = splitQuery(requestedPath, request.query)
  const all = await listAddressedPages(app, target.item_id)
  const index = indexOf(app, all)
  const here = index.at(path).filter((page) => target.page_id === undefined || page.page_id === target.page_id)
  if (here.length === 0) return undefined
  const found = index.find(request.method, path)
  const page = here.find((one) => one === found) ?? here.find((one) => one.method === request.method.toLowerCase())
  if (!page) {
    const methods = [...new Set(here.map(({ method }) => method.toUpperCase()))].join(', ')
    return fail('mockNoMethod', { methods, method: request.method })
  }
  const operation = await operationOf(app, target.item_id, page.page_id, all)
  if (!operation) return undefined
  const preferences = readPreferences(String(request.headers['prefer'] ?? ''), firstOf(query))
  const { page_id } = page
  let response: MockResponse | undefined
  if (preferences.isValidated) {
    const problems = validateRequest(operation, page.path, { ...request, path, query })
    const { places } = texts[request.lang]
    const list = problems.map(({ place, name, problem }) => ({
      place,
      name,
      rule: problem.text,
      text: `${places[place]}${name === '' ? '' : ` ${name}`}: ${problemText(problem, texts[request.lang])}`,
    }))
    if (list.length > 0)
      response = {
        status: 422,
        kind: 'json',
        body: safeJson({
          error_name: 'mockRequestBad',
          error_message: list.map(({ text }) => text).join('; '),
          problems: list,
        }),
        page_id,
      }
  }
  if (!response) {
    const accept = String(request.headers['accept'] ?? '')
    const seed = Math.floor(Math.random() * 1_000_000_000)
    const { status, type, value } = chooseResponse(operation, preferences, { accept, seed })
    const kind = type === '' ? 'empty' : isJsonType(type) ? 'json' : 'text'
    const body = kind === 'empty' ? '' : kind === 'text' && typeof value === 'string' ? value : safeJson(value)
    response = { status, kind, body, page_id }
  }
  if (preferences.delayMs > 0) await wait(preferences.delayMs)
  return response
}

/**
 * Answers a request to a mock: from a template that somebody saved, else from the API page that describes the request.
 *
 * @throws {AppError} mockGone, whatever it is that is missing; mockKeyGone, mockPathTooLong, mockTemplateBad,
 *   mockTemplateTooLarge, mockTooLarge, mockNoMethod, mockNoStatus, mockNoExample, tooManyRequests
 */
export async function answerMock(app: App, lookup: MockLookup, request: MockRequest): Promise<MockResponse> {
  const target = 'item_id' in lookup ? parseMockTarget(lookup.item_id) : undefined
  const body = await renderTemplateMock(
    app,
    'item_id' in lookup ? { ...lookup, item_id: target ? String(target.item_id) : '' } : lookup,
  )
  if (body !== undefined) return { status: 200, kind: 'json', body }
  const { item_id, path } = 'item_id' in lookup ? lookup : { item_id: '', path: '' }
  const answer = target && (await answerFromSchema(app, target, path, request))
  return answer ?? fail('mockGone', { item: item_id.slice(0, 20), path })
}

/** Where a page answers, and what can be chosen. */
interface PageMock {
  /** `/mock-path/12/orders/{id}`; empty when the page answers nowhere. */
  address: string
  method: string
  /** Who answers there: the page itself, another page of the same address, or a template. */
  answered_by: 'page' | 'otherPage' | 'template' | 'nobody'
  /** The other page, when the caller may read it; else 0. */
  other_page_id: number
  other_page_title: string
  /** The documented responses, each with the names of its examples. */
  responses: { status: string; examples: string[] }[]
}

const nobody: PageMock = {
  address: '',
  method: '',
  answered_by: 'nobody',
  other_page_id: 0,
  other_page_title: '',
  responses: [],
}

/** Returns where an API page answers without a template. */
export async function findPageMock(app: App, item: ItemAccess, page_id: number): Promise<PageMock> {
  const all = await listAddressedPages(app, item.item_id)
  const page = all.find((one) => one.page_id === page_id)
  if (!page) return nobody
  const target = await mockTargetFor(app, item, item.catalogs === undefined ? undefined : page_id)
  const sample = page.path.replaceAll(/\{[^{}]*\}/g, '1')
  const same = all.filter(
    (one) =>
      one.method === page.method &&
      one.path.replaceAll(/\{[^{}]*\}/g, '{}') === page.path.replaceAll(/\{[^{}]*\}/g, '{}'),
  )
  const [first = page] = same
  // an address for one page is answered by that page
  const other = first.page_id === page_id || item.catalogs !== undefined ? undefined : first
  const isShown = other && isInScope(item, other.cat_id)
  const operation = await operationOf(app, item.item_id, page_id, all)
  const isTemplate = (await findTemplate(app, item.item_id, sample)) !== undefined
  return {
    address: `/mock-path/${target}${encodeURI(page.path)
      .replaceAll('%7B', '{')
      .replaceAll('%7D', '}')
      .replaceAll('?', '%3F')
      .replaceAll('#', '%23')}`,
    method: page.method,
    answered_by: isTemplate ? 'template' : other ? 'otherPage' : 'page',
    other_page_id: isShown ? other.page_id : 0,
    other_page_title: isShown ? other.page_title : '',
    responses: operation
      ? responsesOf(operation.operation, operation.file)
          .slice(0, 50)
          .map(({ status, media }) => ({
            status,
            examples: [...new Set(media.flatMap(({ examples }) => examples.map(({ name }) => name)))]
              .filter(Boolean)
              .slice(0, 50),
          }))
      : [],
  }
}
