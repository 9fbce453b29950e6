import { expect, test } from 'vitest'
import {
  findByTitle,
  findTemplates,
  listOwn,
  listShared,
  type OwnTemplate,
} from '#web/features/editor/templates/templates.ts'

const own = (id: string, template_title: string, template_content = ''): OwnTemplate => ({
  id,
  uid: '1',
  username: 'ann',
  template_title,
  template_content,
  addtime: '',
  share_item: [],
  share_item_count: 2,
})

test('finds templates by words of title, text and author, in any order', () => {
  const listed = [
    ...listOwn([own('1', 'API page', 'GET and POST'), own('2', '会议纪要', '时间、参加者')]),
    ...listShared([
      {
        id: '3',
        template_id: '9',
        item_id: '1',
        uid: '2',
        username: 'mo',
        template_title: 'Minutes',
        template_content: '',
        addtime: '',
        created_at: '',
      },
    ]),
  ]
  const found = (search: string) => findTemplates(listed, search).map(({ id }) => id)
  expect(found('')).toEqual(['1', '2', '3'])
  expect(found('post api')).toEqual(['1'])
  expect(found('参加者')).toEqual(['2'])
  expect(found('mo minutes')).toEqual(['3'])
  expect(found('nothing of the kind')).toEqual([])
})

test('only own templates show how often they are shared', () => {
  expect(listOwn([own('1', 'T')])[0]).toMatchObject({ by: '', shares: 2 })
})

test('replaces a template of the same name', () => {
  const templates = [own('1', 'One'), own('2', ' Two ')]
  expect(findByTitle(templates, 'Two')?.id).toBe('2')
  expect(findByTitle(templates, 'Three')).toBeUndefined()
})
