import { expect, test } from 'vitest'
import { getAvailableActions, type MenuItem } from '#web/features/item/menu/item.ts'

const menuItem = (part: Partial<MenuItem>): MenuItem => ({
  item_id: '1',
  item_name: 'Orders',
  item_domain: '',
  item_type: '0',
  canManage: false,
  canEdit: false,
  isArchived: false,
  isOwner: false,
  isStarred: false,
  ...part,
})

test('a reader can open, share, star and leave', () => {
  expect(getAvailableActions(menuItem({}), false)).toEqual([['open', 'newTab', 'copyLink', 'share', 'star'], ['leave']])
})

test('a visitor cannot star or leave', () => {
  expect(getAvailableActions(menuItem({ isOwner: undefined, isStarred: undefined }), true)).toEqual([
    ['copyLink', 'share'],
  ])
})

test('a user who is limited to catalogs has no actions on the whole item', () => {
  expect(getAvailableActions(menuItem({ canEdit: true, isLimited: true }), true).flat()).not.toContain('params')
})

test('an editor has the recycle bin, the activity, copies and exports, but no settings', () => {
  const actions = getAvailableActions(menuItem({ canEdit: true }), true).flat()
  expect(actions).toEqual([
    'copyLink',
    'share',
    'star',
    'params',
    'catalogs',
    'runs',
    'recycle',
    'changeLog',
    'copy',
    'export',
    'leave',
  ])
})

test('what concerns API pages is offered where there are some', () => {
  const own = ['models', 'apiHealth', 'apiChanges']
  const actionsOf = (hasApi: boolean) => getAvailableActions(menuItem({ canEdit: true, hasApi }), true).flat()
  expect(actionsOf(true)).toEqual(expect.arrayContaining(own))
  expect(actionsOf(false).filter((action) => own.includes(action))).toEqual([])
})

test('the owner has all actions, destructive ones last', () => {
  const groups = getAvailableActions(menuItem({ canEdit: true, canManage: true, isOwner: true }), false)
  expect(groups.at(-1)).toEqual(['transfer', 'archive', 'delete'])
  expect(groups.flat()).toEqual(expect.arrayContaining(['edit', 'members', 'openApi', 'settings', 'import']))
  expect(groups.flat()).not.toContain('leave')
})

test('an archived item can be read, copied, exported and deleted', () => {
  const actions = getAvailableActions(
    menuItem({ canEdit: true, canManage: true, isOwner: true, isArchived: true }),
    false,
  ).flat()
  expect(actions).toEqual(expect.arrayContaining(['copy', 'export', 'delete', 'changeLog', 'recycle']))
  for (const no of ['edit', 'members', 'openApi', 'import', 'transfer', 'archive', 'catalogs'])
    expect(actions).not.toContain(no)
})

test('offers no import for API client and spreadsheet items', () => {
  for (const item_type of ['3', '4']) {
    const actions = getAvailableActions(menuItem({ canEdit: true, canManage: true, item_type }), false).flat()
    expect(actions).not.toContain('import')
    expect(actions).not.toContain('catalogs')
  }
  expect(getAvailableActions(menuItem({ canEdit: true, item_type: '2' }), false).flat()).not.toContain('catalogs')
})
