import serializerOf from 'fast-json-stringify'

const serializers = new WeakMap<object, (value: unknown) => string>()

/** JSON with the fields of the schema only, whatever else the value has. Compiled by the first value. */
export function serialize(schema: object, value: unknown): string {
  let serializer = serializers.get(schema)
  if (serializer === undefined) {
    serializer = serializerOf(schema)
    serializers.set(schema, serializer)
  }
  return serializer(value)
}
