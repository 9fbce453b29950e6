// What files of API pages and spreadsheets need alone. A bundle of its own beside the worker.
export { OpenApiDescription } from './openapi/description.ts'
export { PostmanCollection } from './postman/collection.ts'
export { ExcelFile } from './xlsx/file.ts'
