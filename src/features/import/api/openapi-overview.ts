import { extras, formatLink, type OpenApiFile, serverUrl } from '#shared/api-doc/openapi/file.ts'
import { compactTable, rowTable, section } from '#shared/api-doc/remark.ts'
import {
  objectFields,
  toDisplayText,
  toObject,
  toObjects,
  toText,
  type UnknownObject,
} from '#shared/api-doc/unknown-json.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import { type ApiLabels, columnLabels } from './api-labels.ts'

const placed = new Set([
  'swagger',
  'openapi',
  'info',
  'servers',
  'host',
  'basePath',
  'schemes',
  'paths',
  'webhooks',
  'components',
  'tags',
  'definitions',
  'parameters',
  'responses',
  'securityDefinitions',
  'security',
  'externalDocs',
  'consumes',
  'produces',
  'jsonSchemaDialect',
  '$self',
])
const placedInInfo = new Set(['title', 'description', 'version', 'contact', 'license', 'termsOfService', 'summary'])

/**
 * Returns one page with everything in an API description outside its operations. Call it after all operations have been
 * read.
 */
export function buildOverview(file: OpenApiFile, labels: ApiLabels): string {
  const { root } = file
  const info = toObject(root['info']) ?? {}
  const parts = [
    toText(info['summary']),
    toText(info['description']),
    heading(labels.version, toText(info['version'])),
    heading(labels.contact, listed(info['contact'])),
    heading(labels.license, listed(info['license'])),
    heading(labels.terms, toText(info['termsOfService'])),
    moreAbout(labels, root['externalDocs']),
    heading(labels.servers, servers(file, labels)),
    heading(labels.security, schemes(file, labels)),
    heading(labels.tags, tags(file, labels)),
    heading(labels.models, models(file, labels)),
    extras(info, placedInInfo),
    extras(root, placed),
  ]
  return joined(...parts)
}

/** Returns a section with a link to external documents. */
const moreAbout = (labels: ApiLabels, value: unknown): string => section(labels.moreAbout, formatLink(value))

const heading = (name: string, ...parts: string[]): string => {
  const body = joined(...parts)
  return body === '' ? '' : `## ${name}\n\n${body}`
}

/** Returns the fields of an object as lines, or a text unchanged. */
const listed = (value: unknown): string =>
  toText(value) ||
  Object.entries(toObject(value) ?? {})
    .map(([key, field]) => `- ${key}: ${toDisplayText(field)}`)
    .join('\n')

function servers({ root, base, isSwagger }: OpenApiFile, labels: ApiLabels): string {
  if (isSwagger) {
    const schemes = Array.isArray(root['schemes']) ? root['schemes'].map(toText).join(', ') : ''
    return joined(base && `- ${inlineCode(base)}`, schemes && `- ${inlineCode(schemes)}`)
  }
  return joined(
    ...toObjects(root['servers']).map((server) => {
      const variables = objectFields(server['variables']).map(([name, one]) => [
        name,
        toText(one['default']),
        Array.isArray(one['enum']) ? one['enum'].map(toText).join(', ') : '',
        toText(one['description']),
      ])
      const given = toText(server['url'])
      return joined(
        `- ${inlineCode(serverUrl(server) || '/')} ${toText(server['description'])}`,
        variables.length === 0 ? '' : inlineCode(given),
        compactTable([labels.variables, labels.value, 'enum', labels.description], variables),
      )
    }),
  )
}

const schemes = ({ schemes: declared }: OpenApiFile, labels: ApiLabels): string =>
  compactTable(
    [labels.name, labels.type, labels.description],
    [...declared.values()].map((one) => [one.name, one.type, one.about]),
  )

function tags({ root }: OpenApiFile, labels: ApiLabels): string {
  const told = toObjects(root['tags']).filter((tag) => Object.keys(tag).some((key) => key !== 'name'))
  return joined(
    ...told.map((tag) =>
      joined(
        `### ${toText(tag['name'])}`,
        toText(tag['description']),
        moreAbout(labels, tag['externalDocs']),
        extras(tag, new Set(['name', 'description', 'externalDocs'])),
      ),
    ),
  )
}

/** Returns the schemas that no operation refers to: they would otherwise be lost. */
function models(file: OpenApiFile, labels: ApiLabels): string {
  const { root, reader } = file
  const from = root['swagger'] === undefined ? '#/components/schemas/' : '#/definitions/'
  const declared: UnknownObject = toObject(toObject(root['components'])?.['schemas'] ?? root['definitions']) ?? {}
  const refs = Object.entries(declared).map(([name, schema]) => ({
    name,
    schema,
    ref: from + name.replaceAll('~', '~0').replaceAll('/', '~1'),
  }))
  const unused = refs.filter(
    ({ ref, name }) => !reader.used.has(ref) && !reader.used.has(from + encodeURIComponent(name)),
  )
  return joined(
    ...unused.map(({ name, schema }) => {
      reader.begin()
      const [own] = reader.rowsNamed(name, schema, false)
      return joined(
        `### ${name}`,
        own?.remark,
        rowTable(reader.rows(schema), columnLabels(labels)),
        own?.value && section(labels.example, inlineCode(own.value)),
        reader.wasCut ? `*${labels.cut}*` : '',
      )
    }),
  )
}
