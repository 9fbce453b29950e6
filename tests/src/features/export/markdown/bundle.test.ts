import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { bytesOf } from '../opened.ts'
import { RandomItem, storedItem } from './random-item.ts'

const archiveOf = async (app: TestApp, item_id: number, who = 'owner') =>
  new File([await bytesOf(await app.as(who).export.markdown({ item_id }))], 'x.zip')

test.each([1, 2, 3, 4, 5, 6])('an item out and in again is an equal item, twice in a row (random item %i)', async (seed) => {
  const app = await createTestApp()
  const item_id = await new RandomItem(app, seed).make()
  const before = storedItem(app, item_id)
  let at = item_id
  for (let round = 0; round < 2; round += 1) {
    const file = await archiveOf(app, at)
    const { report } = await app.as('owner').import.check({ file })
    expect(report).toMatchObject({ source: 'docstead', skipped: [], notes: [], pages: before.pages.length })
    expect(report.bundle).toMatchObject({ versions: before.versions.length, comments: before.comments.length })
    const made = await app.as('owner').import.auto({ file, with_members: '1' })
    at = made.item_id
    expect(storedItem(app, at)).toEqual(before)
  }
})
