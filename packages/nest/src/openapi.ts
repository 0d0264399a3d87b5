export function documentRoute(_target: object, _key: string, _descriptor: PropertyDescriptor): void {}
