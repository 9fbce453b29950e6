import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ApiPage } from '#src/features/export/worker-message.ts'
import { frameOf, imported, pagesOf, written } from './written.ts'

const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.test/v1' }],
  tags: [{ name: 'Orders', description: 'All orders' }],
  paths: {
    '/orders/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'the id', schema: { type: 'string', format: 'uuid' } },
        { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
      ],
      get: {
        summary: 'Read',
        description: 'Reads one.',
        operationId: 'readOrder',
        tags: ['Orders'],
        'x-rate': 5,
        parameters: [
          {
            name: 'part',
            in: 'query',
            description: 'which part',
            schema: { type: 'string', enum: ['a', 'b'] },
            'x-a': 1,
          },
          { $ref: '#/components/parameters/Page' },
        ],
        responses: {
          200: {
            description: 'fine',
            headers: { ETag: { schema: { type: 'string' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
          },
          404: { $ref: '#/components/responses/Missing' },
        },
      },
      put: {
        summary: 'Change',
        tags: ['Orders'],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
        },
        responses: { 204: { description: 'changed' } },
      },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', format: 'uuid', description: 'its id' },
          lines: {
            type: 'array',
            items: { type: 'object', properties: { price: { type: 'number', minimum: 0, description: 'price' } } },
          },
          parent: { $ref: '#/components/schemas/Order' },
        },
      },
    },
    parameters: { Page: { name: 'page', in: 'query', description: 'page', schema: { type: 'integer', minimum: 1 } } },
    responses: { Missing: { description: 'no such order', 'x-b': 2 } },
  },
}

const plan = imported(description)
const pages = pagesOf(plan)

/** The description with an edit of one page. */
function edited(
  title: string,
  change: (doc: ApiJson, page: ApiPage) => void,
): { value: UnknownObject; [more: string]: unknown } {
  const changed = pages.map((page) => {
    if (page.title !== title) return page
    const doc = JSON.parse(page.text) as ApiJson
    const copy = { ...page }
    change(doc, copy)
    return { ...copy, text: JSON.stringify(doc, null, 1) }
  })
  return written(frameOf(plan), changed)
}

/** The description with other values at these places, as a copy. */
function expected(change: (value: typeof description) => void): UnknownObject {
  const copy = structuredClone(description)
  change(copy)
  return copy
}

const get = (value: UnknownObject | typeof description) =>
  (value as typeof description).paths['/orders/{id}'].get as unknown as UnknownObject

describe('an imported operation with edits of people', () => {
  test('without any edit, everything is as it came, also in another layout', () => {
    expect(written(frameOf(plan), pages).value).toEqual(description)
    expect(edited('Read', () => undefined).value).toEqual(description)
  })

  test('title, description, notes, state and name of the item', () => {
    const { value } = edited('Read', (doc, page) => {
      page.title = 'Read an order'
      doc.info.description = 'Reads one order, by hand.'
      doc.info.remark += '\n\nNote by hand.'
      doc.info.apiStatus = '5'
    })
    expect(value).toEqual(
      expected((copy) => {
        Object.assign(get(copy), {
          summary: 'Read an order',
          description: 'Reads one order, by hand.\n\nNote by hand.',
          deprecated: true,
        })
      }),
    )
    const named = { ...frameOf(plan), title: 'Store' }
    expect(written(named, pages).value['info']).toEqual({ title: 'Store', version: '1' })
  })

  test('limits: a list of values with one more, a limit that is gone, in a parameter and in a field of a model', () => {
    const { value } = edited('Read', (doc) => {
      for (const row of doc.request.query)
        if (row.name === 'part') Object.assign(row, { schema: { enum: ['a', 'b', 'c'] }, remark: 'which part' })
      for (const row of doc.response.responseParamsDesc)
        if (row.name === 'lines[].price')
          Object.assign(row, { schema: { 'x-removed': ['minimum'], maximum: 9 }, remark: 'price' })
    })
    const [part] = (get(value)['parameters'] as UnknownObject[]) ?? []
    expect(part).toEqual({
      name: 'part',
      in: 'query',
      description: 'which part',
      schema: { type: 'string', enum: ['a', 'b', 'c'] },
      'x-a': 1,
    })
    const schema = JSON.stringify(get(value)['responses'])
    expect(schema).toContain('"price":{"type":"number","description":"price","maximum":9}')
    expect((value as typeof description).components).toEqual(description.components)
  })

  test('parameters: own ones, shared ones, those of the path, added and removed ones', () => {
    const { value } = edited('Read', (doc) => {
      for (const row of doc.request.query) {
        if (row.name === 'part') row.remark = row.remark.replace('which part', 'the part, by hand')
        if (row.name === 'page') row.require = '1'
      }
      const [id] = doc.request.pathVariable
      if (id) id.value = '1-2-3'
      doc.request.query.push({ name: 'mine', type: 'int', value: '7', require: '0', remark: 'added' })
    })
    expect(value).toEqual(
      expected((copy) => {
        Object.assign(get(copy), {
          parameters: [
            { ...description.paths['/orders/{id}'].get.parameters[0], description: 'the part, by hand' },
            { ...description.components.parameters.Page, required: true },
            { ...description.paths['/orders/{id}'].parameters[0], example: '1-2-3' },
            { name: 'mine', in: 'query', description: 'added', schema: { type: 'integer' }, example: 7 },
          ].toSorted((one, other) => order(one) - order(other)),
        })
      }),
    )
    function order(one: { name?: unknown }): number {
      const given = (get(value)['parameters'] as { name: string }[]).map(({ name }) => name)
      return given.indexOf(String(one.name))
    }
  })

  test('a parameter of the path that one operation no longer has stays with the others', () => {
    const { value } = edited('Read', (doc) => {
      doc.request.headers = doc.request.headers.filter((row) => row.name !== 'X-Trace')
    })
    const item = (value['paths'] as Record<string, Record<string, Record<string, unknown>>>)['/orders/{id}']
    expect(item?.['parameters']).toBeUndefined()
    expect(((item?.['get']?.['parameters'] ?? []) as { name?: string }[]).map((one) => one.name ?? 'page')).toEqual([
      'id',
      'part',
      'page',
    ])
    expect(((item?.['put']?.['parameters'] ?? []) as { name?: string }[]).map((one) => one.name)).toEqual([
      'id',
      'X-Trace',
    ])
  })

  test('fields of a schema change in a copy along the way; what is beside them stays a reference', () => {
    const { value } = edited('Change', (doc) => {
      for (const row of doc.request.params.jsonDesc) {
        if (row.name === 'lines[].price') row.remark = row.remark.replace('price', 'price in euro')
        if (row.name === 'id') row.require = '0'
      }
      doc.request.params.json = '{"id":"by hand"}'
      doc.request.params.jsonDesc.push({ name: 'lines[].tax', type: 'number', value: '', require: '1', remark: 'tax' })
    })
    const schemas = description.components.schemas
    expect(value).toEqual(
      expected((copy) => {
        const { required: _, ...order } = structuredClone(schemas.Order)
        const item = order.properties.lines.items as UnknownObject
        item['properties'] = {
          price: { type: 'number', minimum: 0, description: 'price in euro' },
          tax: { type: 'number', description: 'tax' },
        }
        item['required'] = ['tax']
        Object.assign(copy.paths['/orders/{id}'].put.requestBody.content['application/json'], {
          schema: order,
          example: { id: 'by hand' },
        })
      }),
    )
  })

  test('responses: example, description, a new one and a removed one', () => {
    const { value } = edited('Read', (doc) => {
      doc.response.responseExample = '{"id":"1"}'
      doc.response.responseExampleRemark = doc.response.responseExampleRemark.replace('fine', 'fine, by hand')
      doc.response.responseFailExample = ''
      doc.response.responseFailExampleStatus = ''
      doc.response.responseFailExampleRemark = ''
      doc.response.responseFailParamsDesc = []
      doc.response.examples.push({ name: '', status: '429', remark: 'too many', data: '{"wait":3}', param: [] })
    })
    expect(value).toEqual(
      expected((copy) => {
        const { responses } = copy.paths['/orders/{id}'].get as unknown as { responses: Record<string, UnknownObject> }
        responses['200'] = {
          ...description.paths['/orders/{id}'].get.responses[200],
          description: 'fine, by hand',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' }, example: { id: '1' } } },
        }
        delete responses['404']
        responses['429'] = {
          description: 'too many',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { wait: { type: 'integer' } } },
              example: { wait: 3 },
            },
          },
        }
      }),
    )
  })

  test('method, path and place', () => {
    const { value } = edited('Read', (doc, page) => {
      doc.info.method = 'head'
      doc.info.url = 'https://shop.test/v1/orders/:id/short'
      page.folders = ['Sales', 'Short']
    })
    expect(value['paths']).toMatchObject({
      '/orders/{id}': { put: { summary: 'Change' } },
      '/orders/{id}/short': { head: { operationId: 'readOrder', tags: ['Sales/Short'], 'x-rate': 5 } },
    })
    expect(value['tags']).toEqual([{ name: 'Orders', description: 'All orders' }, { name: 'Sales/Short' }])
  })

  test('a renamed catalog renames its tag, with what the description says about it', () => {
    const moved = pages.map((page) => ({ ...page, folders: page.folders.length > 0 ? ['Sales'] : [] }))
    const { value } = written(frameOf(plan), moved)
    expect(value['tags']).toEqual([{ name: 'Sales', description: 'All orders' }])
    expect(get(value)['tags']).toEqual(['Sales'])
  })

  test('a part of an item has only what belongs to it', () => {
    const frame = frameOf(plan, { isWhole: false, title: 'Orders' })
    const { value } = written(
      frame,
      pages.filter(({ title }) => title === 'Change'),
    )
    expect(value).toEqual({
      openapi: '3.1.0',
      info: { title: 'Orders', version: '1' },
      servers: description.servers,
      tags: description.tags,
      paths: {
        '/orders/{id}': {
          parameters: description.paths['/orders/{id}'].parameters,
          put: description.paths['/orders/{id}'].put,
        },
      },
      components: { schemas: description.components.schemas },
    })
  })

  test('two descriptions in one item: parts of one name get numbers, and references follow', () => {
    const second = imported({
      ...description,
      info: { title: 'Second', version: '2' },
      servers: [{ url: 'https://second.test' }],
      paths: { '/other': { get: { ...description.paths['/orders/{id}'].get, operationId: 'readOrder' } } },
      components: { ...description.components, schemas: { Order: { type: 'string' } } },
    })
    const { value, notes } = written(frameOf(plan, { heads: [...frameOf(plan).heads, ...frameOf(second).heads] }), [
      ...pages,
      ...pagesOf(second),
    ])
    expect(value).toMatchObject({
      info: { title: 'Shop' },
      servers: description.servers,
      components: { schemas: { Order: description.components.schemas.Order, Order_2: { type: 'string' } } },
      paths: {
        '/other': {
          get: {
            operationId: 'readOrder_2',
            servers: [{ url: 'https://second.test' }],
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order_2' } } } },
            },
          },
        },
      },
      'x-docstead-descriptions': [{ info: { title: 'Second', version: '2' } }],
    })
    expect(notes).toMatchObject([{ reason: 'renamed' }])
  })

  test('a page that became a text keeps its text; its operation is gone', () => {
    const changed = pages.map((page) => (page.title === 'Read' ? { ...page, text: '# Only words' } : page))
    const { value, notes } = written(frameOf(plan), changed)
    expect(get(value)).toBeUndefined()
    expect(value['x-docstead-pages']).toEqual([{ title: 'Read', path: ['Orders'], text: '# Only words' }])
    expect(notes).toEqual([{ page_title: 'Read', reason: 'notApi', detail: '' }])
    const again = pagesOf(imported(value))
    expect(again.find(({ title }) => title === 'Read')).toMatchObject({ folders: ['Orders'], text: '# Only words' })
  })

  test('pages of earlier versions, without a source, are written from what they say', () => {
    const old = pages.map((page) => ({
      ...page,
      imported: { title: page.title, description: '', packed: deflateRawSync(page.text), source: new Uint8Array() },
    }))
    const { value } = written(frameOf(undefined), old)
    expect(value['paths']).toMatchObject({ '/v1/orders/{id}': { get: { summary: 'Read', tags: ['Orders'] } } })
  })
})
