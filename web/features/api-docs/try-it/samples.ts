import type { BuiltField, BuiltRequest } from './build-request.ts'
import { curlSample, fileName, ownHeaders } from './curl-sample.ts'
import type { SampleLanguage } from './sample-languages.ts'

type Body = BuiltRequest['body']

// A JSON string is a valid literal in JavaScript and Python as well.
const quoted = (text: string) => JSON.stringify(text)
const hex4 = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
// Java decodes \u before parsing, so control characters must be octal escapes.
const inJava = (text: string) =>
  JSON.stringify(text).replaceAll(/(\\\\)|\\u00([01][\da-f])/g, (whole, slashes: string | undefined, code: string) =>
    slashes === undefined ? `\\${Number.parseInt(code, 16).toString(8).padStart(3, '0')}` : whole,
  )
// Go has no lone surrogates and no \/ escape; JSON writes neither, and its other escapes are valid in Go.
const inGo = (text: string) => JSON.stringify(text.toWellFormed()).replaceAll(/[\u2028\u2029\ufeff]/g, hex4)
const inPhp = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const hasBody = (body: Body) => body.kind !== 'none'

const pairs = (fields: readonly BuiltField[], write: (text: string) => string) =>
  fields.map(({ name, value }) => `    [${write(name)}, ${write(value)}],`).join('\n')

function jsBody(body: Body): { before: string[]; value: string } {
  if (body.kind === 'text') return { before: [], value: quoted(body.text) }
  if (body.kind === 'file') {
    const before = [
      "import { openAsBlob } from 'node:fs'",
      `const file = await openAsBlob(${quoted(fileName(body))})`,
      '',
    ]
    return { before, value: 'file' }
  }
  if (body.kind === 'form') return { before: [], value: `new URLSearchParams([\n${pairs(body.fields, quoted)}\n  ])` }
  if (body.kind !== 'multipart') return { before: [], value: '' }
  const hasFile = body.fields.some(({ isFile }) => isFile)
  const lines = body.fields.map((one) =>
    one.isFile
      ? `form.append(${quoted(one.name)}, await openAsBlob(${quoted(fileName(one))}), ${quoted(fileName(one))})`
      : `form.append(${quoted(one.name)}, ${quoted(one.value)})`,
  )
  const before = [
    ...(hasFile ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    'const form = new FormData()',
    ...lines,
    '',
  ]
  return { before, value: 'form' }
}

function javascript(built: BuiltRequest): string {
  const { before, value } = jsBody(built.body)
  const headers = ownHeaders(built)
  return [
    ...before,
    `const response = await fetch(${quoted(built.url)}, {`,
    `  method: ${quoted(built.method)},`,
    ...(headers.length > 0
      ? ['  headers: [', ...headers.map((one) => `    [${quoted(one.name)}, ${quoted(one.value)}],`), '  ],']
      : []),
    ...(hasBody(built.body) ? [`  body: ${value},`] : []),
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function pythonBody(body: Body): string[] {
  if (body.kind === 'text') return [`    data=${quoted(body.text)}.encode("utf-8"),`]
  if (body.kind === 'file') return [`    data=open(${quoted(fileName(body))}, "rb"),`]
  if (body.kind === 'form')
    return [
      '    data=[',
      ...body.fields.map(({ name, value }) => `        (${quoted(name)}, ${quoted(value)}),`),
      '    ],',
    ]
  if (body.kind !== 'multipart') return []
  const part = (one: BuiltField) =>
    one.isFile ? `(${quoted(fileName(one))}, open(${quoted(fileName(one))}, "rb"))` : `(None, ${quoted(one.value)})`
  return ['    files=[', ...body.fields.map((one) => `        (${quoted(one.name)}, ${part(one)}),`), '    ],']
}

function python(built: BuiltRequest): string {
  const headers = ownHeaders(built)
  return [
    'import requests',
    '',
    'response = requests.request(',
    `    ${quoted(built.method)},`,
    `    ${quoted(built.url)},`,
    ...(headers.length > 0
      ? [
          '    headers={',
          ...headers.map(({ name, value }) => `        ${quoted(name)}: ${quoted(value)}.encode("utf-8"),`),
          '    },',
        ]
      : []),
    ...pythonBody(built.body),
    '    timeout=30,',
    ')',
    'print(response.status_code, response.text)',
  ].join('\n')
}

const formText = (fields: readonly BuiltField[]) =>
  new URLSearchParams(fields.map(({ name, value }): [string, string] => [name, value])).toString()

const boundary = '----docstead-form'
const inPart = (text: string) => text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
const partHead = (one: BuiltField) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${inPart(one.name)}"${
    one.isFile ? `; filename="${inPart(fileName(one))}"\r\nContent-Type: application/octet-stream` : ''
  }\r\n\r\n`

/** Returns all headers, for a client that writes its body by hand. */
const allHeaders = (built: BuiltRequest) => {
  const { body } = built
  const type =
    body.kind === 'form'
      ? 'application/x-www-form-urlencoded'
      : body.kind === 'multipart'
        ? `multipart/form-data; boundary=${boundary}`
        : undefined
  return [...ownHeaders(built), ...(type ? [{ name: 'Content-Type', value: type }] : [])]
}

function javaBody(body: Body): string {
  if (body.kind === 'text') return `HttpRequest.BodyPublishers.ofString(${inJava(body.text)})`
  if (body.kind === 'file') return `HttpRequest.BodyPublishers.ofFile(Path.of(${inJava(fileName(body))}))`
  if (body.kind === 'form') return `HttpRequest.BodyPublishers.ofString(${inJava(formText(body.fields))})`
  if (body.kind !== 'multipart') return 'HttpRequest.BodyPublishers.noBody()'
  const ofText = (text: string) => `                HttpRequest.BodyPublishers.ofString(${inJava(text)})`
  const parts = body.fields.flatMap((one) =>
    one.isFile
      ? [
          ofText(partHead(one)),
          `                HttpRequest.BodyPublishers.ofFile(Path.of(${inJava(fileName(one))}))`,
          ofText('\r\n'),
        ]
      : [ofText(`${partHead(one)}${one.value}\r\n`)],
  )
  return `HttpRequest.BodyPublishers.concat(\n${[...parts, ofText(`--${boundary}--\r\n`)].join(',\n')})`
}

function java(built: BuiltRequest): string {
  return [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    'import java.nio.file.Path;',
    '',
    'public class Main {',
    '    public static void main(String[] args) throws Exception {',
    '        HttpRequest request = HttpRequest.newBuilder()',
    `            .uri(URI.create(${inJava(built.url)}))`,
    ...allHeaders(built).map(({ name, value }) => `            .header(${inJava(name)}, ${inJava(value)})`),
    `            .method(${inJava(built.method)}, ${javaBody(built.body)})`,
    '            .build();',
    '        HttpResponse<String> response =',
    '            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(response.statusCode() + " " + response.body());',
    '    }',
    '}',
  ].join('\n')
}

const check = ['\tif err != nil {', '\t\tpanic(err)', '\t}']

function goBody(body: Body): { packages: string[]; before: string[]; value: string } {
  if (body.kind === 'text') return { packages: ['strings'], before: [], value: `strings.NewReader(${inGo(body.text)})` }
  if (body.kind === 'form')
    return { packages: ['strings'], before: [], value: `strings.NewReader(${inGo(formText(body.fields))})` }
  if (body.kind === 'file') {
    const before = [`\tfile, err := os.Open(${inGo(fileName(body))})`, ...check, '\tdefer file.Close()']
    return { packages: ['os'], before, value: 'file' }
  }
  if (body.kind !== 'multipart') return { packages: [], before: [], value: 'nil' }
  const hasFile = body.fields.some(({ isFile }) => isFile)
  const lines = body.fields.flatMap((one) =>
    one.isFile
      ? [
          `\tbody.WriteString(${inGo(partHead(one))})`,
          `\tif data, err := os.ReadFile(${inGo(fileName(one))}); err == nil {`,
          '\t\tbody.Write(data)',
          '\t}',
          '\tbody.WriteString("\\r\\n")',
        ]
      : [`\tbody.WriteString(${inGo(`${partHead(one)}${one.value}\r\n`)})`],
  )
  const before = ['\tvar body bytes.Buffer', ...lines, `\tbody.WriteString(${inGo(`--${boundary}--\r\n`)})`]
  return { packages: ['bytes', ...(hasFile ? ['os'] : [])], before, value: '&body' }
}

function go(built: BuiltRequest): string {
  const { packages, before, value } = goBody(built.body)
  return [
    'package main',
    '',
    'import (',
    ...['fmt', 'io', 'net/http', ...packages].toSorted().map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...before,
    `\trequest, err := http.NewRequest(${inGo(built.method)}, ${inGo(built.url)}, ${value})`,
    ...check,
    ...allHeaders(built).map((one) => `\trequest.Header.Add(${inGo(one.name)}, ${inGo(one.value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...check,
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    ...check,
    '\tfmt.Println(response.StatusCode, string(text))',
    '}',
  ].join('\n')
}

function phpBody(body: Body): string[] {
  const option = (value: string) => [`curl_setopt($curl, CURLOPT_POSTFIELDS, ${value});`]
  if (body.kind === 'text') return option(inPhp(body.text))
  if (body.kind === 'form') return option(inPhp(formText(body.fields)))
  if (body.kind === 'file') return option(`file_get_contents(${inPhp(fileName(body))})`)
  if (body.kind !== 'multipart') return []
  const value = (one: BuiltField) => (one.isFile ? `new CURLFile(${inPhp(fileName(one))})` : inPhp(one.value))
  const lines = body.fields.map((one) => `    ${inPhp(one.name)} => ${value(one)},`)
  return option(`[\n${lines.join('\n')}\n]`)
}

function php(built: BuiltRequest): string {
  const headers = ownHeaders(built)
  return [
    '<?php',
    `$curl = curl_init(${inPhp(built.url)});`,
    `curl_setopt($curl, CURLOPT_CUSTOMREQUEST, ${inPhp(built.method)});`,
    ...(built.method === 'HEAD' ? ['curl_setopt($curl, CURLOPT_NOBODY, true);'] : []),
    'curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);',
    ...(headers.length > 0
      ? [
          'curl_setopt($curl, CURLOPT_HTTPHEADER, [',
          ...headers.map(({ name, value }) => `    ${inPhp(value === '' ? `${name};` : `${name}: ${value}`)},`),
          ']);',
        ]
      : []),
    ...phpBody(built.body),
    '$text = curl_exec($curl);',
    'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), " ", $text, PHP_EOL;',
  ].join('\n')
}

// Every escape of JSON is one of C# too; its strings may hold lone surrogates, but no line separators.
const inCSharp = (text: string) => JSON.stringify(text).replaceAll(/[\u2028\u2029\u0085]/g, hex4)

function csharpBody(body: Body): { before: string[]; value: string } {
  if (body.kind === 'text')
    return { before: [], value: `new ByteArrayContent(Encoding.UTF8.GetBytes(${inCSharp(body.text)}))` }
  if (body.kind === 'file')
    return { before: [], value: `new ByteArrayContent(await File.ReadAllBytesAsync(${inCSharp(fileName(body))}))` }
  if (body.kind === 'form') {
    const fields = body.fields.map(({ name, value }) => `    new(${inCSharp(name)}, ${inCSharp(value)}),`)
    return {
      before: ['var fields = new KeyValuePair<string, string>[]', '{', ...fields, '};'],
      value: 'new FormUrlEncodedContent(fields)',
    }
  }
  if (body.kind !== 'multipart') return { before: [], value: '' }
  const lines = body.fields.map((one) =>
    one.isFile
      ? `form.Add(new ByteArrayContent(await File.ReadAllBytesAsync(${inCSharp(fileName(one))})), ${inCSharp(one.name)}, ${inCSharp(fileName(one))});`
      : `form.Add(new StringContent(${inCSharp(one.value)}), ${inCSharp(one.name)});`,
  )
  return { before: ['var form = new MultipartFormDataContent();', ...lines], value: 'form' }
}

function csharp(built: BuiltRequest): string {
  const { before, value } = csharpBody(built.body)
  const headers = ownHeaders(built)
  // .NET keeps the headers of the content apart from those of the request
  const ofContent = ({ name }: { name: string }) => /^(?:content-|allow$|expires$|last-modified$)/i.test(name)
  const add = (target: string) => (one: { name: string; value: string }) =>
    `${target}.Headers.TryAddWithoutValidation(${inCSharp(one.name)}, ${inCSharp(one.value)});`
  return [
    'using System;',
    'using System.Collections.Generic;',
    'using System.IO;',
    'using System.Net.Http;',
    'using System.Text;',
    '',
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(new HttpMethod(${inCSharp(built.method)}), ${inCSharp(built.url)});`,
    ...headers.filter((one) => !ofContent(one)).map(add('request')),
    ...before,
    ...(hasBody(built.body)
      ? [`request.Content = ${value};`, ...headers.filter(ofContent).map(add('request.Content'))]
      : []),
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
  ].join('\n')
}

const samples: Record<SampleLanguage, (built: BuiltRequest) => string> = {
  curl: curlSample,
  javascript,
  python,
  java,
  go,
  php,
  csharp,
}

/** Returns a program in `language` that sends a request. */
export const buildSample = (language: SampleLanguage, built: BuiltRequest): string => samples[language](built)
