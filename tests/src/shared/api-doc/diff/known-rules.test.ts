import { expect, test } from 'vitest'
import {
  type ChangeLevel,
  type Direction,
  type Guard,
  levelOf,
  otherKinds,
  type SchemaFamily,
  schemaAspects,
  schemaKind,
} from '#shared/api-doc/diff/kinds.ts'

/** Returns every name that a pattern stands for: `{a,b}-c` is `a-c` and `b-c`. */
function expand(pattern: string): string[] {
  const [whole, inside = ''] = /\{([^{}]*)\}/.exec(pattern) ?? []
  return whole === undefined ? [pattern] : inside.split(',').flatMap((one) => expand(pattern.replace(whole, one)))
}

const numbers = '{max,max-length,max-items,max-properties,exclusive-max}'
const lowest = '{min,min-length,min-items,min-properties,exclusive-min}'
const whole = 'request-{body,property,parameter}'
const returned = 'response-{body,property}'
const state = '{not-read-only,not-write-only,read-only,write-only}'

/** The names of the rules of oasdiff that people have in their lists, by the level that it gives them. */
const rules: Readonly<Record<ChangeLevel, readonly string[]>> = {
  breaking: [
    'api-{path-,}removed-{without-deprecation,before-sunset}',
    'api-path-sunset-parse',
    'api-deprecated-sunset-parse',
    'api-sunset-date-{too-small,changed-too-small}',
    'sunset-deleted',
    'api-invalid-stability-level',
    'api-stability-decreased',
    'api-{global-,}security-removed',
    'api-{global-,}security-scope-added',
    'new-request-path-parameter',
    'new-required-request-{parameter,default-parameter-to-existing-path,property,property-with-default,header-property}',
    'request-parameter-removed-before-sunset',
    'request-parameter-sunset-parse',
    'request-parameter-{sunset-deleted,sunset-date-changed-too-small,sunset-date-too-small}',
    'request-{property,parameter}-became-{required,enum,not-nullable}',
    'request-property-became-required-with-default',
    'request-header-property-became-{required,enum}',
    'request-body-{added-required,removed,became-required,became-enum,became-not-nullable,media-type-removed}',
    `${whole}-{enum-value-removed,x-extensible-enum-value-removed,pattern-added,const-added,const-changed,type-changed,all-of-added,one-of-removed,any-of-removed}`,
    'request-parameter-property-{became-not-nullable,enum-value-removed,type-specialized}',
    `${whole}-${numbers}-{set,decreased}`,
    `${whole}-${lowest}-{set,increased}`,
    `${whole}-{multiple-of,unique-items}-set`,
    'request-body-wrapped-in-one-of',
    'request-property-{deprecated-sunset-invalid,sunset-date-too-small,stability-decreased}',
    'response-{success-status-removed,media-type-removed,media-type-name-generalized}',
    'required-response-header-removed',
    'response-header-{became-optional,became-nullable,type-changed,type-generalized}',
    'response-required-property-removed',
    'response-property-{became-optional,enum-value-added,stability-decreased,deprecated-sunset-invalid,sunset-date-too-small}',
    `${returned}-{became-nullable,type-changed,const-removed,const-changed,one-of-added,any-of-added,all-of-removed}`,
    `${returned}-${numbers}-{unset,increased}`,
    `${returned}-${lowest}-{unset,decreased}`,
    'response-property-pattern-removed',
    'response-body-wrapped-in-one-of',
  ],
  warning: [
    'request-{parameter,property}-removed',
    'request-{parameter,property}-pattern-changed',
    'response-property-pattern-changed',
    'response-media-type-name-changed',
    '{request,response}-body-wrapped-in-one-of-original-preserved',
  ],
  info: [
    'endpoint-{added,deprecated,deprecated-with-sunset,reactivated}',
    'api-{path-,}removed-with-deprecation',
    'api-stability-increased',
    'api-operation-id-{added,removed}',
    'api-tag-{added,removed}',
    'api-schema-removed',
    'api-{version-not-bumped,version-decreased,major-version-not-bumped}',
    'api-{global-,}security-added',
    'api-{global-,}security-scope-removed',
    'api-security-component-{added,removed,type-changed,oauth-url-changed,oauth-token-url-changed}',
    'api-security-component-oauth-scope-{added,removed,changed}',
    'new-optional-request-{parameter,default-parameter-to-existing-path,property}',
    'request-parameter-removed-with-deprecation',
    'request-parameter-{deprecated,reactivated}',
    'request-property-{deprecated,deprecated-with-sunset,reactivated,stability-increased,became-optional}',
    'response-property-{deprecated,deprecated-with-sunset,reactivated,stability-increased,became-required}',
    'request-body-{added-optional,became-optional,media-type-added}',
    'request-parameter-became-optional',
    `${whole}-{became-nullable,enum-value-added,default-value-added,default-value-changed,default-value-removed,pattern-removed,pattern-generalized,const-removed,type-generalized,all-of-removed,one-of-added,any-of-added}`,
    'request-parameter-property-{became-nullable,enum-value-added,type-generalized}',
    `${whole}-${numbers}-increased`,
    `${whole}-${lowest}-decreased`,
    'request-{body,property}-type-compatible',
    '{request,response}-{body,property}-discriminator-{added,removed,property-name-changed,mapping-added,mapping-changed,mapping-deleted}',
    `request-{required,optional}-property-became-${state}`,
    `response-{required,optional}-property-became-${state}`,
    'request-read-only-property-{enum-value-removed,max-decreased,max-length-decreased,min-increased,exclusive-min-increased,exclusive-max-decreased}',
    'response-write-only-property-{enum-value-added,became-optional,became-required}',
    'response-{optional,required}-write-only-property-{added,removed}',
    'response-{optional,required}-property-added',
    'response-optional-property-removed',
    'optional-response-header-removed',
    'response-header-{added,became-not-nullable,type-specialized,type-compatible}',
    'response-{success,non-success}-status-added',
    'response-non-success-status-removed',
    'response-media-type-{added,name-specialized}',
    'response-mediatype-enum-value-removed',
    `${returned}-{became-not-nullable,default-value-added,default-value-changed,default-value-removed,const-added,one-of-removed,any-of-removed,all-of-added}`,
    'response-property-{pattern-added,enum-value-removed}',
  ],
}

/** What the differ can report: the kinds with the levels that they may have. */
function reported(): Map<string, Set<ChangeLevel>> {
  const kinds = new Map<string, Set<ChangeLevel>>(
    Object.entries(otherKinds).map(([kind, level]) => [kind, new Set([level])]),
  )
  const add = (kind: string, level: ChangeLevel) => kinds.set(kind, (kinds.get(kind) ?? new Set()).add(level))
  const directions: Direction[] = ['request', 'response']
  const families: SchemaFamily[] = ['body', 'parameter', 'header-parameter', 'header']
  const guards: (Guard | undefined)[] = [undefined, 'read-only', 'write-only']
  for (const [aspect, effect] of schemaAspects)
    for (const direction of directions)
      for (const family of families)
        for (const isRoot of [true, false])
          for (const guard of guards) {
            const level = guard ? 'info' : levelOf(effect, direction)
            add(schemaKind(aspect, { direction, family, isRoot, guard }), level)
          }
  return kinds
}

// The level of a schema in which a person cannot see the rule: what a value may be there does not change.
const ownLevels: Readonly<Record<string, ChangeLevel>> = {
  // a list of values that may grow is a promise that clients handle others
  'request-parameter-property-type-specialized': 'breaking',
}

test('the rules that people know by their names are reported under them, at their level', () => {
  const kinds = reported()
  const missing: string[] = []
  const others: string[] = []
  let count = 0
  for (const level of ['breaking', 'warning', 'info'] as const)
    for (const rule of rules[level].flatMap(expand)) {
      count += 1
      const levels = kinds.get(rule)
      if (!levels) missing.push(rule)
      else if (!levels.has(ownLevels[rule] ?? level)) others.push(`${rule}: ${level}, here ${[...levels].join()}`)
    }
  expect(missing).toEqual([])
  expect(others).toEqual([])
  expect(count).toBeGreaterThan(350)
})
