import { toObject, toText, type UnknownObject } from '../unknown-json.ts'
import type { ApiRow } from './api-json.ts'

/** A folder of a collection, or the collection itself, whichever version it is written in. */
export interface PostmanFolder {
  name: string
  description: string
  folders: PostmanFolder[]
  requests: PostmanRequest[]
  /** How its requests prove who calls, unless they say otherwise; in the shape of version 2. */
  auth: UnknownObject | undefined
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
  auth: UnknownObject | undefined
  scripts: Scripts
  responses: PostmanResponse[]
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
export interface PostmanResponse {
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
export const readDescription = (value: unknown): string => toText(value) || toText(toObject(value)?.['content'])

/** A parameter as a row. */
export function readRow(given: UnknownObject): ApiRow {
  const { src } = given
  const isFile = given['type'] === 'file'
  const value = isFile ? src : given['value']
  const remark = [readDescription(given['description'])]
  if (toText(given['contentType']) !== '') remark.push(`contentType: ${toText(given['contentType'])}`)
  const isOff = given['disabled'] === true || given['enabled'] === false
  return {
    name: toText(given['key']) || toText(given['name']) || toText(given['id']),
    type: isFile ? 'file' : typeNames.has(toText(given['type'])) ? toText(given['type']) : 'string',
    value: Array.isArray(value)
      ? value.map(toText).join(', ')
      : typeof value === 'object' || typeof value === 'boolean'
        ? JSON.stringify(value)
        : toText(value),
    require: isOff ? '0' : '1',
    remark: remark.filter((text) => text !== '').join('; '),
    ...(isOff && { disable: '1' }),
  }
}

const typeNames = new Set(['number', 'boolean', 'integer', 'object', 'array'])
