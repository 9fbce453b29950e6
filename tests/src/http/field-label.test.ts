import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { contract } from '#shared/contract/index.ts'
import { fieldLabel } from '#src/http/field-label.ts'
import { createTestApp } from '#tests/support/app.ts'

/** Each field of each call. */
const fields = Object.entries(contract).flatMap(([controller, actions]) =>
  Object.entries(actions as Record<string, Endpoint>).flatMap(([action, endpoint]) =>
    Object.keys(endpoint.input.shape).map((field) => ({ call: `${controller}/${action}`, endpoint, field })),
  ),
)

// Fields that existing clients send and nothing reads: none of their values is rejected.
const unread = new Set(['confirm', 'detail', 'export_format', 'file_url', 'invite_code', 'inviteCode'])
for (const name of ['new_version', 'redirect_login']) unread.add(name)

describe.each(['en', 'zh'] as const)('in %s', (lang) => {
  test('every field of every call has a label, and no label is an explanation', () => {
    const odd = fields.flatMap(({ call, endpoint, field }) => {
      const label = fieldLabel(endpoint, [field], lang)
      const isOdd = (label === field && !unread.has(field)) || label.length > 70 || /^\d|`/.test(label)
      return isOdd ? [`${call} ${field}: ${label}`] : []
    })
    expect(odd).toEqual([])
  })
})

describe('an error names the field by its label', () => {
  const refused = async (path: string, sent: Record<string, string>, language: string) => {
    const app = await createTestApp()
    const item_id = await app.rows.newItem({ owner: 'ann' })
    const headers = { 'accept-language': language }
    const { json } = await app.call(path, { item_id: String(item_id), ...sent }, { as: 'ann', headers })
    return json
  }

  test('when it is too long', async () => {
    const sent = { cat_name: 'n'.repeat(500) }
    const english = await refused('catalog/save', sent, 'en')
    expect(english).toMatchObject({ error_code: 10101, error_name: 'textTooLong' })
    expect(english.error_message).toContain('“Folder name” is too long. Use at most 200 characters')
    expect(english['error_values']).toEqual({ field: 'cat_name', most: 200 })
    expect((await refused('catalog/save', sent, 'zh')).error_message).toBe('“目录名称”过长，最多 200 个字符。')
  })

  test('when it is missing or has an unexpected value', async () => {
    const english = await refused('catalog/save', {}, 'en')
    expect(english).toMatchObject({
      error_code: 10101,
      error_name: 'badParameter',
      error_values: { field: 'cat_name' },
    })
    expect(english.error_message).toContain('“Folder name” is missing')
    expect((await refused('catalog/save', {}, 'zh')).error_message).toBe('“目录名称”缺失，或内容不符合要求。')
  })

  test('when a rule behind the schema rejects it', async () => {
    const sent = { page_title: 'T', page_content: '%E0%A4%A', is_urlencode: '1', page_id: '0' }
    const english = await refused('page/save', sent, 'en')
    expect(english['error_values']).toMatchObject({ field: 'page_content' })
    expect(english.error_message).not.toContain('page_content')
  })

  test('or by its own name when no call has it', async () => {
    const english = await refused('catalog/save', { constructor: 'x', cat_name: 'n' }, 'en')
    expect(english).toMatchObject({ error_name: 'badParameter', error_values: { field: 'constructor' } })
    expect(english.error_message).toContain('“constructor”')
  })
})
