import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  DateText,
  DigitString,
  EmptyList,
  Flag,
  Id,
  IdList,
  Int,
  JsonText,
  OptionalId,
  pagingFields,
  Text,
} from '#shared/contract/fields.ts'
import { inputShape, listFields, outputShape } from '#shared/contract/list-fields.ts'
import { describeType } from '#src/features/help/type-descriptions.ts'

const inputRows = (shape: z.ZodRawShape, lang: 'en' | 'zh' = 'en') =>
  listFields(inputShape(z.object(shape))).map(({ path, isNeeded, shape: one }) => [
    path,
    isNeeded,
    describeType(one, lang),
  ])

test('lists the fields of a form with their types and whether they are required', () => {
  expect(inputRows({ item_id: Id, cat_id: OptionalId, is_del: Flag, name: Text(20), sign: z.string().max(9) })).toEqual(
    [
      ['item_id', true, 'id'],
      ['cat_id', false, 'id, or 0 for none'],
      ['is_del', false, '1 or 0'],
      ['name', true, 'text, at most 20 characters'],
      ['sign', true, 'text, at most 9 characters'],
    ],
  )
})

test('lists the same in Chinese', () => {
  expect(inputRows({ cat_id: OptionalId, uids: IdList, ...pagingFields(15) }, 'zh')).toEqual([
    ['cat_id', false, 'ID，0 表示没有'],
    ['uids', true, '多个 ID，以逗号分隔'],
    ['page', false, '1 至 100000，默认 1'],
    ['count', false, '1 至 100，默认 15'],
  ])
})

test('shows the default of a field next to its type', () => {
  const kinds = z.enum(['a', 'b']).optional().default('a')
  expect(inputRows({ kinds })).toEqual([['kinds', false, '`a`, `b`; defaults to `a`']])
  expect(inputRows({ kinds }, 'zh')).toEqual([['kinds', false, '`a`, `b`，默认 `a`']])
})

test('describes JSON inside a field', () => {
  expect(inputRows({ groups: JsonText(z.array(z.object({ id: Id, s_number: Int(0, 9).optional() }))) })).toEqual([
    ['groups', true, 'JSON'],
    ['groups[].id', true, 'id'],
    ['groups[].s_number', false, '0 to 9'],
  ])
})

test('describes lists in lists, and each path once when there are variants', () => {
  const one = z.object({ id: DigitString, at: DateText, marks: z.array(z.tuple([z.number(), z.number()])) })
  const shape = outputShape(z.union([z.object({ list: z.array(one), more: z.boolean() }), EmptyList]))
  expect(listFields(shape).map(({ path, shape: inner }) => [path, describeType(inner, 'en')])).toEqual([
    ['list', 'list of objects'],
    ['list[].id', 'digits'],
    ['list[].at', 'date and time'],
    ['list[].marks', 'list of [number, number]'],
    ['more', 'true or false'],
  ])
  const either = outputShape(z.union([z.number(), z.string()]))
  expect([describeType(either, 'en'), describeType(either, 'zh')]).toEqual(['number or text', '数字 或 文本'])
})

test('describes a list at the root', () => {
  expect(listFields(outputShape(z.array(z.object({ id: DigitString })))).map(({ path }) => path)).toEqual(['[].id'])
})
