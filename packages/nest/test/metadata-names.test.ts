import "reflect-metadata";
import * as constants from "@nestjs/common/constants.js";
import { RouteParamtypes } from "@nestjs/common/enums/route-paramtypes.enum.js";
import * as microservices from "@nestjs/microservices/constants.js";
import { RpcParamtype } from "@nestjs/microservices/enums/rpc-paramtype.enum.js";
import { expect, test } from "vitest";
import * as names from "../src/nest-metadata.js";

test("the names of Nest's metadata are those of the installed version", () => {
  expect(names.routePath).toBe(constants.PATH_METADATA);
  expect(names.requestMethod).toBe(constants.METHOD_METADATA);
  expect(names.routeVersion).toBe(constants.VERSION_METADATA);
  expect(names.routeHost).toBe(constants.HOST_METADATA);
  expect(names.modulePath).toBe(constants.MODULE_PATH);
  expect(names.routeArguments).toBe(constants.ROUTE_ARGS_METADATA);
  expect(names.responsePassthrough).toBe(constants.RESPONSE_PASSTHROUGH_METADATA);
  expect(names.httpCode).toBe(constants.HTTP_CODE_METADATA);
  expect(names.interceptors).toBe(constants.INTERCEPTORS_METADATA);
  expect(names.messageTransport).toBe(microservices.TRANSPORT_METADATA);
  expect(Object.values(names.otherAnswers)).toEqual([
    constants.REDIRECT_METADATA,
    constants.RENDER_METADATA,
    constants.SSE_METADATA,
  ]);
});

test("so are the kinds of arguments", () => {
  expect(names.routeArgument).toEqual({
    response: RouteParamtypes.RESPONSE,
    next: RouteParamtypes.NEXT,
    body: RouteParamtypes.BODY,
    query: RouteParamtypes.QUERY,
    path: RouteParamtypes.PARAM,
  });
  expect(names.messageArgument).toEqual({ payload: RpcParamtype.PAYLOAD });
  expect([names.wholeRequest.index, names.wholeMessage.index]).toEqual([RouteParamtypes.REQUEST, RpcParamtype.CONTEXT]);
});
