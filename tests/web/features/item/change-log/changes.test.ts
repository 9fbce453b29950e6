import { expect, test } from 'vitest'
import {
  actionsIn,
  type Change,
  filterChanges,
  getObjectLabel,
  importedPages,
  leadsToPage,
  peopleIn,
} from '#web/features/item/change-log/changes.ts'

const change = (fields: Partial<Change>): Change => ({
  id: '1',
  uid: '1',
  item_id: '1',
  op_action_type: 'update',
  op_action_type_desc: 'changed',
  op_object_type: 'page',
  op_object_type_desc: 'page',
  op_object_id: '7',
  op_object_name: 'T',
  remark: '',
  optime: '',
  time: '0',
  username: 'ann',
  name: '',
  oper: 'ann',
  ...fields,
})

test('opens only created and changed pages', () => {
  expect(leadsToPage(change({}))).toBe(true)
  expect(leadsToPage(change({ op_action_type: 'create' }))).toBe(true)
  expect(leadsToPage(change({ op_action_type: 'recover' }))).toBe(true)
  expect(leadsToPage(change({ op_action_type: 'delete' }))).toBe(false)
  expect(leadsToPage(change({ op_object_type: 'catalog' }))).toBe(false)
  expect(leadsToPage(change({ op_object_id: '0' }))).toBe(false)
})

test('returns the number of imported pages for translation', () => {
  expect(importedPages(change({ op_action_type: 'import', op_object_type: 'item', remark: '16' }))).toBe(16)
  expect(importedPages(change({ op_action_type: 'import', op_object_type: 'item' }))).toBeUndefined()
  expect(importedPages(change({ remark: '16' }))).toBeUndefined()
})

test('offers the users and actions of the log as filters and combines them', () => {
  const log = [
    change({}),
    change({ username: 'mo', name: 'Mo Khan', op_action_type: 'create', op_action_type_desc: 'created' }),
    change({ op_action_type: 'create', op_action_type_desc: 'created' }),
    change({ username: '', oper: '' }),
  ]
  expect(peopleIn(log)).toEqual([
    { username: 'ann', name: '' },
    { username: 'mo', name: 'Mo Khan' },
  ])
  expect(actionsIn(log).map(({ action }) => action)).toEqual(['update', 'create'])
  expect(filterChanges(log, { username: '', action: '' })).toHaveLength(4)
  expect(filterChanges(log, { username: 'ann', action: 'create' })).toEqual([log[2]])
})

test('replaces a type label of former clients with that of the interface', () => {
  const word = '页面'
  expect(getObjectLabel(change({ op_object_type_desc: '页面(或接口)' }), word)).toBe(word)
  expect(getObjectLabel(change({ op_object_type: 'catalog', op_object_type_desc: '目录' }), word)).toBe('目录')
})
