export function messages(): Promise<string>;
