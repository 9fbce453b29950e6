import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { removeThrottle } from '#build/patch-react-suspense-throttle.ts'

const react = readFileSync('node_modules/react-dom/cjs/react-dom-client.production.js', 'utf8')
const wait = /\b300 (?:- now\(\)|> now\(\))/g

test('the installed React throttles in two places, and in none after the patch', () => {
  expect(react.match(wait)).toHaveLength(2)
  expect(removeThrottle(react)).not.toMatch(wait)
})

test('another React version fails the build', () => {
  expect(() => removeThrottle(react.replace('300 - now()', '250 - now()'))).toThrow(/react-dom changed/)
  expect(() => removeThrottle(react + react)).toThrow(/react-dom changed/)
})
