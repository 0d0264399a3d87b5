// The dev dependency of that name is Express 4: the same interface as far as these tests go.
declare module "express4" {
  import express from "express";
  export default express;
}
