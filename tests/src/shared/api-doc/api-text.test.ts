import { expect, test } from 'vitest'
import { isApiText, pathParameterNames } from '#shared/api-doc/api-text.ts'

test('detects API JSON', () => {
  expect(isApiText('{"info":{"url":"/x"}}')).toBe(true)
  expect(isApiText('{"info":{"url":""}}')).toBe(false)
  expect(isApiText('{"openapi":"3.0.0","info":{"title":"x"},"url":1}')).toBe(false)
  expect(isApiText('# {"info":{"url":"/x"}}')).toBe(false)
  expect(isApiText('{"info": {"url":"/x"},')).toBe(true)
  expect(isApiText('{"a":1}')).toBe(false)
})

test('finds the names in an address', () => {
  expect(pathParameterNames('{{host}}/v1/shops/{shop}/orders/:order_id?x={y}')).toEqual(['shop', 'order_id'])
  expect(pathParameterNames('http://a.test:8080/:店铺/{id}/{id}')).toEqual(['店铺', 'id'])
  expect(pathParameterNames('')).toEqual([])
})
