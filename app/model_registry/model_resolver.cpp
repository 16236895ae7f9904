#include "app/model_registry/model_resolver.h"

#include "app/model_registry/hugging_face_cache.h"
#include "app/model_registry/registered_models.h"
#include "app/types/path_text.h"

#include <algorithm>
#include <cstdlib>

namespace moru {

namespace {

namespace fs = std::filesystem;

bool isDirectory(const fs::path& path)
{
    std::error_code error;
    return fs::is_directory(path, error);
}

bool isPathOnly(std::string_view name)
{
    return name.starts_with('/') || name.starts_with("./") || name.starts_with("../")
        || name.starts_with("~/") || name == "." || name == "..";
}

fs::path expandHome(std::string_view name)
{
    if (!name.starts_with("~/"))
        return fs::path(name);
    const char* home = std::getenv("HOME");
    return fs::path(home ? home : "/") / fs::path(name.substr(2));
}

fs::path fromCache(const fs::path& cache, const QString& repository)
{
    const auto found = findInHuggingFaceCache(cache, repository);
    return found ? found->folder : fs::path();
}

/// ORG/NAME, NAME of the repository or the registered name, directly below the models folder.
fs::path registeredFolder(const RegisteredModel& model, const ModelPlaces& places)
{
    const fs::path repository = pathFromText(model.repository);
    for (const fs::path& candidate : { pathFromText(model.name), repository, repository.filename() }) {
        if (isDirectory(places.modelsFolder / candidate))
            return places.modelsFolder / candidate;
    }
    return fromCache(places.huggingFaceCache, model.repository);
}

/// A name may lead below the models folder only.
fs::path folderInModelsFolder(std::string_view name, const fs::path& root)
{
    const fs::path relative(name);
    const bool climbs = std::ranges::any_of(relative, [](const fs::path& part) { return part == ".."; });
    if (relative.is_absolute() || climbs || !isDirectory(root / relative))
        return {};
    return root / relative;
}

/// Empty where no name leads to a folder.
fs::path fromNames(std::string_view name, const ModelPlaces& places)
{
    if (const RegisteredModel* registered = findRegisteredModel(name)) {
        if (fs::path folder = registeredFolder(*registered, places); !folder.empty())
            return folder;
    }
    if (fs::path folder = fromCache(places.huggingFaceCache, pathText(fs::path(name))); !folder.empty())
        return folder;
    return folderInModelsFolder(name, places.modelsFolder);
}

bool isThere(const fs::path& path)
{
    std::error_code error;
    return fs::exists(path, error);
}

Result<fs::path> fromPath(std::string_view name)
{
    const fs::path path = expandHome(name);
    if (isDirectory(path)) {
        const auto repository = readCachedRepository(path);
        return repository && !repository->folder.empty() ? repository->folder : path;
    }
    if (!isThere(path))
        return failure(ErrorCode::FileNotFound, path.string(), "there is no such folder");
    if (path.extension() == ".gguf")
        return failure(ErrorCode::UnsupportedFormat, path.string(),
            "a GGUF file is not a model folder; moru-cli import makes one of it");
    return failure(ErrorCode::ModelNotFound, path.string(), "this is a file, a model is a folder");
}

} // namespace

Result<fs::path> resolveModel(std::string_view name, const ModelPlaces& places)
{
    if (name.empty())
        return failure(ErrorCode::ModelNotFound, "", "no model was named");
    if (isPathOnly(name))
        return fromPath(name);
    if (fs::path folder = fromNames(name, places); !folder.empty())
        return folder;
    if (isThere(fs::path(name)))
        return fromPath(name);

    if (const RegisteredModel* registered = findRegisteredModel(name))
        return failure(ErrorCode::ModelNotFound, std::string(name),
            "this model is not on this machine; its files are at https://huggingface.co/{}, and {} is where "
            "to put them",
            registered->repository.toStdString(),
            (places.modelsFolder / registered->name.toStdString()).string());
    return failure(ErrorCode::ModelNotFound, std::string(name),
        "no registered model, repository in {}, folder in {} or path has this name",
        places.huggingFaceCache.string(), places.modelsFolder.string());
}

std::optional<fs::path> pathGivenAsModel(std::string_view name, const ModelPlaces& places)
{
    if (isPathOnly(name) || (fromNames(name, places).empty() && isThere(fs::path(name))))
        return expandHome(name);
    return std::nullopt;
}

Result<fs::path> resolveModel(std::string_view name)
{
    return resolveModel(name, ModelPlaces::fromEnvironment());
}

} // namespace moru
