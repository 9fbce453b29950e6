import type { SchemaField } from '#shared/api-doc/reading/field.ts'
import type { ParameterPlace, Reading, ReadingMedia } from '#shared/api-doc/reading/reading.ts'

/** Returns the first level of the value that the table of a page shows: of several media types, that of JSON. */
function fieldsOfMedia(media: readonly ReadingMedia[] | undefined): SchemaField[] {
  const shown = media?.find(({ type }) => /[/+]json\b/i.test(type)) ?? media?.[0]
  if (!shown?.schema) return []
  const { fields, alternatives } = shown.schema.open()
  return [...fields, ...alternatives.flatMap(({ options }) => options)]
}

/** Returns the fields of a request body. */
export const fieldsOfBody = ({ body }: Reading): SchemaField[] => fieldsOfMedia(body?.media)

/** Returns the fields of the response with a status. */
export const fieldsOfResponse =
  (status: string) =>
  ({ responses }: Reading): SchemaField[] =>
    fieldsOfMedia(responses.find((one) => one.status === status)?.media)

/** Returns the parameters of a place. */
export const fieldsOfPlace =
  (place: ParameterPlace) =>
  ({ parameters }: Reading): SchemaField[] =>
    parameters.find((one) => one.place === place)?.fields ?? []
