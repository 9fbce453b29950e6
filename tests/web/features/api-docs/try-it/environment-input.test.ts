import { expect, test } from 'vitest'
import {
  type EnvironmentForm,
  mergeForms,
  newVariable,
  toEnvironmentInput,
} from '#web/features/api-docs/try-it/environment-input.ts'

type Given = Record<string, string | { secret: true }>

const form = (variables: Given, more: Partial<EnvironmentForm> = {}): EnvironmentForm => ({
  env_id: '1',
  env_name: 'Test',
  base_url: 'https://a.example',
  env_version: 'v1',
  variables: Object.entries(variables).map(([name, value]) =>
    newVariable({ name, value: typeof value === 'string' ? value : '', isSecret: typeof value !== 'string' }),
  ),
  ...more,
})
const valuesOf = (merged: EnvironmentForm) =>
  toEnvironmentInput(merged).variables.map(({ name, value, is_secret }) => `${name}=${is_secret ? '*' : value}`)

test('merges changes to different variables and saves the result over theirs', () => {
  const base = form({ host: 'h', gone: 'x', same: 's', kept: 'k' })
  const mine = form({ host: 'mine', gone: 'x', same: 'both', mine: '1' })
  const theirs = form(
    { host: 'h', same: 'both', kept: 'k', theirs: '2' },
    { base_url: 'https://b.example', env_version: 'v2' },
  )
  const { form: merged, clashes } = mergeForms(base, mine, theirs)
  expect(valuesOf(merged)).toEqual(['host=mine', 'same=both', 'mine=1', 'theirs=2'])
  expect(clashes).toEqual([])
  expect(toEnvironmentInput(merged)).toMatchObject({ base_url: 'https://b.example', base_version: 'v2', env_id: '1' })
  // edited rows keep their identity
  expect(merged.variables[0]?.id).toBe(mine.variables[0]?.id)
})

test('reports conflicts and keeps my side; a variable deleted on one side and changed on the other stays', () => {
  const base = form({ a: '1', b: '1', c: '1', d: '1' })
  const mine = form({ a: 'mine', c: 'mine', d: { secret: true } }, { env_name: 'Mine' })
  const theirs = form({ a: 'theirs', b: 'theirs', d: 'theirs' }, { env_name: 'Theirs' })
  const { form: merged, clashes } = mergeForms(base, mine, theirs)
  expect(valuesOf(merged)).toEqual(['a=mine', 'c=mine', 'd=*', 'b=theirs'])
  expect(merged.env_name).toBe('Mine')
  expect(clashes).toEqual([
    { part: 'env_name', theirs: { value: 'Theirs' } },
    { part: { variable: 'a' }, theirs: { value: 'theirs' } },
    { part: { variable: 'c' }, theirs: 'gone' },
    { part: { variable: 'd' }, theirs: { value: 'theirs' } },
    { part: { variable: 'b' }, theirs: { value: 'theirs' } },
  ])
})
