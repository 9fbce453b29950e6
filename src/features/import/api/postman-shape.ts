import { type Loose, looseOf, textOf } from '../loose.ts'
import type { ApiRow } from './api-json.ts'

/** A folder of a collection, or the collection itself, whichever version it is written in. */
export interface PostmanFolder {
  name: string
  description: string
  folders: PostmanFolder[]
  requests: PostmanRequest[]
  /** How its requests prove who calls, unless they say otherwise; in the shape of version 2. */
  auth: Loose | undefined
  variables: ApiRow[]
  scripts: Scripts
}

/** What runs before a request is sent, and after it is answered. */
export interface Scripts {
  pre: string
  post: string
}

/** A request of a collection. */
export interface PostmanRequest {
  name: string
  description: string
  /** Upper case. */
  method: string
  /** Without the query that `query` holds. */
  url: string
  query: ApiRow[]
  pathVariables: ApiRow[]
  headers: ApiRow[]
  body: PostmanBody
  auth: Loose | undefined
  scripts: Scripts
  answers: PostmanAnswer[]
}

/** The body of a request. Postman keeps the other kinds too when another one is chosen. */
export interface PostmanBody {
  mode: 'none' | 'raw' | 'urlencoded' | 'formdata' | 'file' | 'graphql'
  raw: string
  /** What Postman calls the language of a raw body: json, xml, text, ...; empty when it does not say. */
  language: string
  urlencoded: ApiRow[]
  formdata: ApiRow[]
}

/** An answer that somebody has kept. */
export interface PostmanAnswer {
  name: string
  /** 0 when it does not say. */
  code: number
  status: string
  headers: ApiRow[]
  body: string
  /** The request that was answered, as a line; empty when it does not say. */
  sent: string
  sentBody: string
}

/** A description, which is a text or says what kind of text it is. */
export const descriptionOf = (value: unknown): string => textOf(value) || textOf(looseOf(value)?.['content'])

/** A parameter as a row. */
export function rowOf(given: Loose): ApiRow {
  const { src } = given
  const isFile = given['type'] === 'file'
  const value = isFile ? src : given['value']
  const remark = [descriptionOf(given['description'])]
  if (textOf(given['contentType']) !== '') remark.push(`contentType: ${textOf(given['contentType'])}`)
  const isOff = given['disabled'] === true || given['enabled'] === false
  return {
    name: textOf(given['key']) || textOf(given['name']) || textOf(given['id']),
    type: isFile ? 'file' : typeNames.has(textOf(given['type'])) ? textOf(given['type']) : 'string',
    value: Array.isArray(value)
      ? value.map(textOf).join(', ')
      : typeof value === 'object' || typeof value === 'boolean'
        ? JSON.stringify(value)
        : textOf(value),
    require: isOff ? '0' : '1',
    remark: remark.filter((text) => text !== '').join('; '),
    ...(isOff && { disable: '1' }),
  }
}

const typeNames = new Set(['number', 'boolean', 'integer', 'object', 'array'])
