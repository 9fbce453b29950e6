import { expect, test } from 'vitest'
import { buildEntries, restoreOrder } from '#web/features/item/recycle-bin/entries.ts'

const page = {
  id: '1',
  item_id: '1',
  page_id: '7',
  page_title: 'Install',
  del_by_uid: '1',
  del_by_username: 'ann',
  del_time: '2026-05-03 10:00:00',
  days_left: 12,
  cat_id: '3',
  cat_name: 'Guide/Server',
  is_cat_del: 0,
}
const catalog = {
  cat_id: '3',
  item_id: '1',
  cat_name: 'Guide/Server',
  page_count: 4,
  del_by_username: '',
  del_time: '2026-05-03 10:00:00',
  days_left: 12,
}

test('lists the newest deletion first, a catalog before the pages deleted with it', () => {
  const older = { ...page, page_id: '8', del_time: '2026-05-01 10:00:00' }
  const newer = { ...page, page_id: '9', del_time: '2026-05-04 10:00:00' }
  expect(buildEntries([older, page, newer], [catalog]).map(({ key }) => key)).toEqual([
    'page9',
    'catalog3',
    'page7',
    'page8',
  ])
})

test('identifies a catalog by its name and path', () => {
  const [entry] = buildEntries([], [catalog])
  expect(entry).toMatchObject({ name: 'Server', path: 'Guide', page_count: 4, by: '' })
  expect(buildEntries([page], [])[0]).toMatchObject({ name: 'Install', path: 'Guide / Server', isCatalogGone: false })
  expect(buildEntries([{ ...page, is_cat_del: 1 }], [])[0]).toMatchObject({ isCatalogGone: true })
})

test('shows the name of who deleted something, or the username without one', () => {
  const by = (del_by_name?: string) =>
    buildEntries([{ ...page, del_by_name }], [{ ...catalog, del_by_username: 'ann', del_by_name }]).map((one) => one.by)
  expect(by('Ann Lee')).toEqual(['Ann Lee', 'Ann Lee'])
  expect(by('')).toEqual(['ann', 'ann'])
  expect(by()).toEqual(['ann', 'ann'])
})

test('restores catalogs before pages, since their pages come back with them', () => {
  const entries = buildEntries([{ ...page, del_time: '2026-05-09 10:00:00' }], [catalog])
  expect(entries.map(({ kind }) => kind)).toEqual(['page', 'catalog'])
  expect(restoreOrder(entries).map(({ kind }) => kind)).toEqual(['catalog', 'page'])
})
