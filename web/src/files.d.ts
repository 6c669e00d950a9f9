declare module '*.cso?url' {
  const url: string;
  export default url;
}
