// Writes down the reasons that the server can give: node reasons.mjs openapi.json
import { readFileSync } from 'node:fs'

const { schemas, responses } = JSON.parse(readFileSync(process.argv[2], 'utf8')).components
const sentencesOf = (schema, field) => schemas[schema].properties[field]['x-enumDescriptions']

/** What conflicts can be: of several descriptions of details, that which has such a member. */
function conflictsOf(response) {
  const { details } = response.content['application/json'].schema.properties.error.properties
  return [details, ...(details.anyOf ?? details.oneOf ?? [])].find((one) => one.properties?.conflict).properties
    .conflict.enum
}

const show = (name, value) => console.log(`export const ${name} = ${JSON.stringify(value, null, 2)} as const`)

console.log('// Made from the document of the API by reasons.mjs. Do not change it by hand.')
show('faults', sentencesOf('Fault', 'reason'))
show('failures', {
  ...sentencesOf('UploadStatus', 'error_reason'),
  ...sentencesOf('Delivery', 'error_reason'),
  ...sentencesOf('Backup', 'error_reason'),
})
show('conflicts', conflictsOf(responses.Conflict))
