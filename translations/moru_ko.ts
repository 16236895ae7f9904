<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko" sourcelanguage="en">
    <context>
        <name>Confirm</name>
        <message>
            <source>Cancel</source>
            <translation>취소</translation>
        </message>
    </context>
    <context>
        <name>Errors</name>
        <message>
            <source>File or folder not found</source>
            <translation>파일이나 폴더를 찾을 수 없습니다</translation>
        </message>
        <message>
            <source>Check whether it was moved or its drive is connected.</source>
            <translation>옮겨졌는지, 드라이브가 연결되어 있는지 확인하세요.</translation>
        </message>
        <message>
            <source>No permission</source>
            <translation>권한이 없습니다</translation>
        </message>
        <message>
            <source>Change the permissions of the file or choose another place.</source>
            <translation>파일의 권한을 바꾸거나 다른 위치를 고르세요.</translation>
        </message>
        <message>
            <source>A file cannot be read</source>
            <translation>파일을 읽을 수 없습니다</translation>
        </message>
        <message>
            <source>Check the drive, then try again.</source>
            <translation>드라이브를 확인한 뒤 다시 해 보세요.</translation>
        </message>
        <message>
            <source>A file cannot be written</source>
            <translation>파일을 쓸 수 없습니다</translation>
        </message>
        <message>
            <source>Check the drive and its permissions.</source>
            <translation>드라이브와 권한을 확인하세요.</translation>
        </message>
        <message>
            <source>The disk is full</source>
            <translation>디스크가 가득 찼습니다</translation>
        </message>
        <message>
            <source>Free some space, then try again.</source>
            <translation>공간을 비운 뒤 다시 해 보세요.</translation>
        </message>
        <message>
            <source>A file changed while it was in use</source>
            <translation>사용 중에 파일이 바뀌었습니다</translation>
        </message>
        <message>
            <source>Wait until the other program has finished, then load the model again.</source>
            <translation>다른 프로그램이 끝나기를 기다린 뒤 모델을 다시 불러오세요.</translation>
        </message>
        <message>
            <source>A file is cut short</source>
            <translation>파일이 중간에서 끊겼습니다</translation>
        </message>
        <message>
            <source>Download this file again; the other files can stay.</source>
            <translation>이 파일만 다시 받으세요. 다른 파일은 그대로 두어도 됩니다.</translation>
        </message>
        <message>
            <source>A file's header is longer than the file</source>
            <translation>파일의 헤더가 파일보다 깁니다</translation>
        </message>
        <message>
            <source>The file is damaged. Download it again.</source>
            <translation>파일이 손상되었습니다. 다시 받으세요.</translation>
        </message>
        <message>
            <source>A file's header cannot be read</source>
            <translation>파일의 헤더를 읽을 수 없습니다</translation>
        </message>
        <message>
            <source>The file is damaged or of another kind. Download it again.</source>
            <translation>파일이 손상되었거나 다른 종류입니다. 다시 받으세요.</translation>
        </message>
        <message>
            <source>The tensors of a file contradict each other</source>
            <translation>파일의 텐서들이 서로 맞지 않습니다</translation>
        </message>
        <message>
            <source>This is not a model folder</source>
            <translation>모델 폴더가 아닙니다</translation>
        </message>
        <message>
            <source>Choose a folder that holds config.json, a tokenizer and SafeTensors files.</source>
            <translation>config.json, 토크나이저, SafeTensors 파일이 있는 폴더를 고르세요.</translation>
        </message>
        <message>
            <source>A JSON file cannot be parsed</source>
            <translation>JSON 파일을 해석할 수 없습니다</translation>
        </message>
        <message>
            <source>Download this file again.</source>
            <translation>이 파일을 다시 받으세요.</translation>
        </message>
        <message>
            <source>The model's configuration is not valid</source>
            <translation>모델 설정이 올바르지 않습니다</translation>
        </message>
        <message>
            <source>Compare config.json with the one of the publisher.</source>
            <translation>config.json을 배포한 곳의 파일과 비교해 보세요.</translation>
        </message>
        <message>
            <source>This architecture is not supported</source>
            <translation>지원하지 않는 아키텍처입니다</translation>
        </message>
        <message>
            <source>The files are whole; choose a model of a family that Moru knows.</source>
            <translation>파일은 온전합니다. 모루가 아는 계열의 모델을 고르세요.</translation>
        </message>
        <message>
            <source>The folder has no SafeTensors file</source>
            <translation>폴더에 SafeTensors 파일이 없습니다</translation>
        </message>
        <message>
            <source>Download the weights, or import a GGUF file with moru-cli import.</source>
            <translation>가중치를 받거나, moru-cli import로 GGUF 파일을 가져오세요.</translation>
        </message>
        <message>
            <source>A shard is missing</source>
            <translation>조각 하나가 없습니다</translation>
        </message>
        <message>
            <source>Put this one file into the folder; the others can stay.</source>
            <translation>이 파일만 폴더에 넣으세요. 나머지는 그대로 두어도 됩니다.</translation>
        </message>
        <message>
            <source>The index and the shards contradict each other</source>
            <translation>색인과 조각이 서로 맞지 않습니다</translation>
        </message>
        <message>
            <source>Download the index and the shards from the same revision.</source>
            <translation>같은 리비전의 색인과 조각을 받으세요.</translation>
        </message>
        <message>
            <source>A tensor is missing</source>
            <translation>텐서 하나가 없습니다</translation>
        </message>
        <message>
            <source>The weights are incomplete or belong to another configuration.</source>
            <translation>가중치가 불완전하거나 다른 설정의 것입니다.</translation>
        </message>
        <message>
            <source>A tensor is not part of this model</source>
            <translation>이 모델에 없는 텐서가 있습니다</translation>
        </message>
        <message>
            <source>The weights belong to another configuration. Download both again.</source>
            <translation>가중치가 다른 설정의 것입니다. 둘 다 다시 받으세요.</translation>
        </message>
        <message>
            <source>A tensor has another shape than the configuration says</source>
            <translation>텐서의 모양이 설정과 다릅니다</translation>
        </message>
        <message>
            <source>Weights and config.json are of different models. Download both again.</source>
            <translation>가중치와 config.json이 서로 다른 모델의 것입니다. 둘 다 다시 받으세요.</translation>
        </message>
        <message>
            <source>A tensor's number format cannot be used</source>
            <translation>텐서의 숫자 형식을 쓸 수 없습니다</translation>
        </message>
        <message>
            <source>Choose a version of the model in BF16, F16 or F32.</source>
            <translation>BF16, F16, F32로 된 모델을 고르세요.</translation>
        </message>
        <message>
            <source>The folder has no tokenizer</source>
            <translation>폴더에 토크나이저가 없습니다</translation>
        </message>
        <message>
            <source>Put tokenizer.json of the same model into the folder.</source>
            <translation>같은 모델의 tokenizer.json을 폴더에 넣으세요.</translation>
        </message>
        <message>
            <source>The tokenizer is damaged</source>
            <translation>토크나이저가 손상되었습니다</translation>
        </message>
        <message>
            <source>Download tokenizer.json again.</source>
            <translation>tokenizer.json을 다시 받으세요.</translation>
        </message>
        <message>
            <source>This kind of tokenizer is not supported</source>
            <translation>지원하지 않는 종류의 토크나이저입니다</translation>
        </message>
        <message>
            <source>A token is outside the vocabulary</source>
            <translation>어휘에 없는 토큰입니다</translation>
        </message>
        <message>
            <source>Tokenizer and weights are of different models. Download both again.</source>
            <translation>토크나이저와 가중치가 서로 다른 모델의 것입니다. 둘 다 다시 받으세요.</translation>
        </message>
        <message>
            <source>The model's chat template refuses these messages</source>
            <translation>모델의 채팅 템플릿이 이 메시지를 거부합니다</translation>
        </message>
        <message>
            <source>Change the system prompt or start a new chat.</source>
            <translation>시스템 프롬프트를 바꾸거나 새 채팅을 시작하세요.</translation>
        </message>
        <message>
            <source>The chat template cannot be read</source>
            <translation>채팅 템플릿을 읽을 수 없습니다</translation>
        </message>
        <message>
            <source>Download the model's template again.</source>
            <translation>모델의 템플릿을 다시 받으세요.</translation>
        </message>
        <message>
            <source>This model continues text, it does not chat</source>
            <translation>이 모델은 대화하지 않고 글을 이어 씁니다</translation>
        </message>
        <message>
            <source>Give it the beginning of a text, or choose an instruct model.</source>
            <translation>글의 시작을 주거나, 대화용 모델을 고르세요.</translation>
        </message>
        <message>
            <source>Not enough memory</source>
            <translation>메모리가 부족합니다</translation>
        </message>
        <message>
            <source>Choose a smaller context, close other programs, or load anyway.</source>
            <translation>컨텍스트를 줄이거나, 다른 프로그램을 닫거나, 그래도 불러올 수 있습니다.</translation>
        </message>
        <message>
            <source>The system gave no more memory</source>
            <translation>시스템이 메모리를 더 주지 않았습니다</translation>
        </message>
        <message>
            <source>Choose a smaller context or close other programs.</source>
            <translation>컨텍스트를 줄이거나 다른 프로그램을 닫으세요.</translation>
        </message>
        <message>
            <source>The conversation does not fit into the context</source>
            <translation>대화가 컨텍스트에 들어가지 않습니다</translation>
        </message>
        <message>
            <source>Shorten the message, enlarge the context or start a new chat.</source>
            <translation>메시지를 줄이거나, 컨텍스트를 늘리거나, 새 채팅을 시작하세요.</translation>
        </message>
        <message>
            <source>The request is not valid</source>
            <translation>요청이 올바르지 않습니다</translation>
        </message>
        <message>
            <source>Reset the sampling settings to the model's values.</source>
            <translation>샘플링 설정을 모델의 값으로 되돌리세요.</translation>
        </message>
        <message>
            <source>A setting is not understood</source>
            <translation>알 수 없는 설정입니다</translation>
        </message>
        <message>
            <source>The model's results are not numbers</source>
            <translation>모델의 계산 결과가 숫자가 아닙니다</translation>
        </message>
        <message>
            <source>Its weights are damaged, or too large for this precision. Try the exact precision.</source>
            <translation>가중치가 손상되었거나 이 정밀도로 담기에는 값이 너무 큽니다. 정밀도를 정확으로 바꿔 보세요.</translation>
        </message>
        <message>
            <source>Correct the setting or the environment variable that is named.</source>
            <translation>설정이나 여기 적힌 환경 변수를 고치세요.</translation>
        </message>
        <message>
            <source>The processor cannot run this kernel set</source>
            <translation>프로세서가 이 커널을 실행할 수 없습니다</translation>
        </message>
        <message>
            <source>Remove or correct MORU_ISA in the environment.</source>
            <translation>환경 변수 MORU_ISA를 지우거나 고치세요.</translation>
        </message>
        <message>
            <source>This file format is not supported</source>
            <translation>지원하지 않는 파일 형식입니다</translation>
        </message>
        <message>
            <source>Moru reads SafeTensors; moru-cli import turns GGUF files into them.</source>
            <translation>모루는 SafeTensors를 읽습니다. GGUF 파일은 moru-cli import로 바꿀 수 있습니다.</translation>
        </message>
        <message>
            <source>Model not found</source>
            <translation>모델을 찾을 수 없습니다</translation>
        </message>
        <message>
            <source>Choose a model from the list or open its folder.</source>
            <translation>목록에서 모델을 고르거나 폴더를 여세요.</translation>
        </message>
        <message>
            <source>Cancelled</source>
            <translation>취소됨</translation>
        </message>
        <message>
            <source>Start again when you like.</source>
            <translation>원할 때 다시 시작하세요.</translation>
        </message>
        <message>
            <source>A mistake of the program</source>
            <translation>프로그램의 오류입니다</translation>
        </message>
        <message>
            <source>Please report it with the details below.</source>
            <translation>아래 자세한 내용과 함께 알려 주세요.</translation>
        </message>
    </context>
    <context>
        <name>Figures</name>
        <message>
            <source>en</source>
            <comment>code of the language whose numbers and dates are used</comment>
            <translation>ko</translation>
        </message>
        <message>
            <source>%1 GB</source>
            <translation>%1 GB</translation>
        </message>
        <message>
            <source>%1 MB</source>
            <translation>%1 MB</translation>
        </message>
        <message>
            <source>%1 s</source>
            <translation>%1초</translation>
        </message>
        <message>
            <source>%1 min %2 s</source>
            <translation>%1분 %2초</translation>
        </message>
    </context>
    <context>
        <name>ModelFacts</name>
        <message>
            <source>%1 B</source>
            <translation>%1 B</translation>
        </message>
        <message>
            <source>%1 M</source>
            <translation>%1 M</translation>
        </message>
        <message>
            <source>Architecture</source>
            <translation>아키텍처</translation>
        </message>
        <message>
            <source>Layers</source>
            <translation>레이어</translation>
        </message>
        <message>
            <source>Heads</source>
            <translation>헤드</translation>
        </message>
        <message>
            <source>%1 / %2 KV</source>
            <translation>%1 / KV %2</translation>
        </message>
        <message>
            <source>Head size</source>
            <translation>헤드 크기</translation>
        </message>
        <message>
            <source>Vocabulary</source>
            <translation>어휘</translation>
        </message>
        <message>
            <source>Parameters</source>
            <translation>파라미터</translation>
        </message>
        <message>
            <source>Tensors</source>
            <translation>텐서</translation>
        </message>
        <message>
            <source>Stored as</source>
            <translation>저장 형식</translation>
        </message>
        <message>
            <source>Files</source>
            <translation>파일</translation>
        </message>
        <message>
            <source>Context length</source>
            <translation>컨텍스트 길이</translation>
        </message>
        <message>
            <source>Revision</source>
            <translation>리비전</translation>
        </message>
        <message>
            <source>Download</source>
            <translation>내려받기</translation>
        </message>
    </context>
    <context>
        <name>ChatExport</name>
        <message>
            <source>You</source>
            <translation>나</translation>
        </message>
        <message>
            <source>System prompt</source>
            <translation>시스템 프롬프트</translation>
        </message>
        <message>
            <source>Thinking</source>
            <translation>추론</translation>
        </message>
        <message>
            <source>Answer</source>
            <translation>답변</translation>
        </message>
    </context>
    <context>
        <name>Notices</name>
        <message>
            <source>The chat database was damaged. It was set aside unchanged as %1, and a new one was started.</source>
            <translation>채팅 데이터베이스가 손상되어 그대로 옮겨 두고 새로 시작했습니다. 옮긴 곳: %1</translation>
        </message>
        <message>
            <source>The chat database %1 cannot be opened. Chats of this run are kept in memory only.</source>
            <translation>채팅 데이터베이스를 열 수 없습니다: %1. 이번에 나눈 채팅은 메모리에만 있습니다.</translation>
        </message>
        <message>
            <source>Chats cannot be read now. %1</source>
            <translation>지금은 채팅을 읽을 수 없습니다. %1</translation>
        </message>
        <message>
            <source>Chats cannot be saved now. The words stay on screen; copy what you need. %1</source>
            <translation>지금은 채팅을 저장할 수 없습니다. 글은 화면에 남아 있으니 필요한 것을 복사하세요. %1</translation>
        </message>
        <message>
            <source>Settings cannot be saved in %1. They hold for this run only.</source>
            <translation>설정을 저장할 수 없습니다: %1. 이번 실행에서만 쓰입니다.</translation>
        </message>
        <message>
            <source>The folder was not opened. %1</source>
            <translation>폴더를 열지 않았습니다. %1</translation>
        </message>
        <message>
            <source>Not opened: %1. A model is a folder with config.json, a tokenizer and SafeTensors files; moru-cli import makes one of a GGUF file.</source>
            <translation>열지 않았습니다: %1. 모델은 config.json, 토크나이저, SafeTensors 파일이 든 폴더입니다. GGUF 파일은 moru-cli import로 폴더를 만듭니다.</translation>
        </message>
        <message>
            <source>The settings file says “%2” for %1, which cannot be; %3 is used.</source>
            <translation>설정 파일의 값을 쓸 수 없습니다. 설정: %1, 파일의 값: “%2”, 대신 쓰는 값: %3</translation>
        </message>
        <message>
            <source>The chat was saved as %1.</source>
            <translation>채팅을 저장했습니다: %1</translation>
        </message>
        <message>
            <source>The chat could not be saved as a file. %1</source>
            <translation>채팅을 파일로 저장하지 못했습니다. %1</translation>
        </message>
        <message>
            <source>The log %1 cannot be written.</source>
            <translation>로그를 쓸 수 없습니다: %1</translation>
        </message>
        <message>
            <source>The environment says %1, which is not understood; it is ignored.</source>
            <translation>알 수 없는 환경 변수를 무시했습니다: %1</translation>
        </message>
    </context>
    <context>
        <name>PerformanceRows</name>
        <message numerus="yes">
            <source>%Ln token(s)</source>
            <translation>
                <numerusform>%Ln토큰</numerusform>
            </translation>
        </message>
        <message>
            <source>Prefill</source>
            <translation>프리필</translation>
        </message>
        <message>
            <source>Thinking</source>
            <translation>추론</translation>
        </message>
        <message>
            <source>Decode</source>
            <translation>디코드</translation>
        </message>
        <message>
            <source>Other</source>
            <translation>기타</translation>
        </message>
        <message>
            <source>%1 s</source>
            <translation>%1초</translation>
        </message>
        <message>
            <source>%1 ms</source>
            <translation>%1 ms</translation>
        </message>
        <message>
            <source>Weights</source>
            <translation>가중치</translation>
        </message>
        <message>
            <source>KV cache</source>
            <translation>KV 캐시</translation>
        </message>
        <message>
            <source>Activations</source>
            <translation>활성값</translation>
        </message>
        <message>
            <source>Reserved, not used yet</source>
            <translation>예약됨, 미사용</translation>
        </message>
        <message>
            <source>Application</source>
            <translation>앱</translation>
        </message>
        <message>
            <source>Process</source>
            <translation>프로세스</translation>
        </message>
    </context>
    <context>
        <name>PromptNotes</name>
        <message>
            <source>The folder's own chat template is followed.</source>
            <translation>폴더에 있는 채팅 템플릿을 따릅니다.</translation>
        </message>
        <message>
            <source>It is unlike all formats that Moru has built in.</source>
            <translation>모루에 내장된 어느 형식과도 다릅니다.</translation>
        </message>
        <message>
            <source>It differs from the built-in format “%1”.</source>
            <translation>내장 형식과 다릅니다(형식 이름: %1).</translation>
        </message>
        <message>
            <source>The folder's own chat template is not followed.</source>
            <translation>폴더에 있는 채팅 템플릿을 따르지 않습니다.</translation>
        </message>
        <message>
            <source>It cannot be rendered here; the built-in format “%1” is used instead.</source>
            <translation>여기서 처리할 수 없어 내장 형식을 대신 씁니다(형식 이름: %1).</translation>
        </message>
        <message numerus="yes">
            <source>%Ln message(s) left out.</source>
            <translation>
                <numerusform>메시지 %Ln개를 뺐습니다.</numerusform>
            </translation>
        </message>
        <message>
            <source>The oldest ones do not fit into the context any more. They stay on screen.</source>
            <translation>가장 오래된 메시지는 이제 컨텍스트에 들어가지 않습니다. 화면에는 남아 있습니다.</translation>
        </message>
        <message>
            <source>System prompt moved.</source>
            <translation>시스템 프롬프트를 옮겼습니다.</translation>
        </message>
        <message>
            <source>This model has no system role, so it stands in front of your first message.</source>
            <translation>이 모델에는 시스템 역할이 없어 첫 메시지 앞에 넣었습니다.</translation>
        </message>
        <message>
            <source>Turns merged.</source>
            <translation>차례를 합쳤습니다.</translation>
        </message>
        <message>
            <source>You and the model must take turns here, so messages that follow each other became one.</source>
            <translation>이 형식에서는 사용자와 모델이 번갈아 말해야 하므로, 잇따른 메시지를 하나로 합쳤습니다.</translation>
        </message>
        <message numerus="yes">
            <source>Thinking of %Ln earlier answer(s) left out.</source>
            <translation>
                <numerusform>앞선 답변 %Ln개의 추론을 뺐습니다.</numerusform>
            </translation>
        </message>
        <message>
            <source>The model's template does not repeat it. It stays on screen.</source>
            <translation>모델의 템플릿이 추론을 되풀이하지 않습니다. 화면에는 남아 있습니다.</translation>
        </message>
        <message>
            <source>Made anew.</source>
            <translation>새로 만든 프롬프트입니다.</translation>
        </message>
        <message>
            <source>What was sent then is not kept. This is what %1 would get for the chat as it is now.</source>
            <translation>그때 보낸 것은 저장되어 있지 않습니다. 지금의 채팅으로 만들면 이렇게 됩니다(모델: %1).</translation>
        </message>
    </context>
    <context>
        <name>Settings</name>
        <message>
            <source>Language</source>
            <translation>언어</translation>
        </message>
        <message>
            <source>Language of the window; it changes at once.</source>
            <translation>창의 언어. 바로 바뀝니다.</translation>
        </message>
        <message>
            <source>Theme</source>
            <translation>테마</translation>
        </message>
        <message>
            <source>Light, dark, or as the system says.</source>
            <translation>밝게, 어둡게, 또는 시스템을 따름.</translation>
        </message>
        <message>
            <source>Text size</source>
            <translation>글자 크기</translation>
        </message>
        <message>
            <source>Percent of the normal size. Ctrl + and Ctrl − change it too.</source>
            <translation>보통 크기에 대한 퍼센트. Ctrl +와 Ctrl −로도 바꿉니다.</translation>
        </message>
        <message>
            <source>Enter sends</source>
            <translation>Enter로 보내기</translation>
        </message>
        <message>
            <source>On: Shift+Enter starts a new line. Off: Ctrl+Enter sends.</source>
            <translation>켜면 Shift+Enter가 줄바꿈입니다. 끄면 Ctrl+Enter로 보냅니다.</translation>
        </message>
        <message>
            <source>Show thinking unfolded</source>
            <translation>추론 펼쳐 보이기</translation>
        </message>
        <message>
            <source>Thinking blocks are open when they appear.</source>
            <translation>추론 블록이 펼쳐진 채로 나타납니다.</translation>
        </message>
        <message>
            <source>Load the last model at start</source>
            <translation>시작할 때 마지막 모델 불러오기</translation>
        </message>
        <message>
            <source>Off: the program starts without a model.</source>
            <translation>끄면 모델 없이 시작합니다.</translation>
        </message>
        <message>
            <source>Context length</source>
            <translation>컨텍스트 길이</translation>
        </message>
        <message>
            <source>Tokens of prompt and answers together. More needs more memory; at most what the model was made for.</source>
            <translation>프롬프트와 답변을 합친 토큰. 클수록 메모리가 더 필요하며, 모델이 지원하는 만큼까지입니다.</translation>
        </message>
        <message>
            <source>CPU threads</source>
            <translation>CPU 스레드</translation>
        </message>
        <message>
            <source>Automatic: one for each physical core that this program may use.</source>
            <translation>자동: 쓸 수 있는 물리 코어마다 하나.</translation>
        </message>
        <message>
            <source>automatic</source>
            <translation>자동</translation>
        </message>
        <message>
            <source>Precision</source>
            <translation>정밀도</translation>
        </message>
        <message>
            <source>Exact keeps the weights as they are stored.</source>
            <translation>정확은 가중치를 저장된 그대로 씁니다.</translation>
        </message>
        <message>
            <source>System prompt of new chats</source>
            <translation>새 채팅의 시스템 프롬프트</translation>
        </message>
        <message>
            <source>What the model is told before the conversation begins. Each chat can have its own.</source>
            <translation>대화를 시작하기 전에 모델에게 하는 말. 채팅마다 따로 정할 수 있습니다.</translation>
        </message>
        <message>
            <source>Temperature</source>
            <translation>온도</translation>
        </message>
        <message>
            <source>Divides the logits: low is steady, high is varied. 0 is greedy: always the likeliest token.</source>
            <translation>로짓을 나눕니다. 낮으면 한결같고 높으면 다양합니다. 0은 언제나 가장 확률이 높은 토큰입니다.</translation>
        </message>
        <message>
            <source>Top K sampling</source>
            <translation>Top K 샘플링</translation>
        </message>
        <message>
            <source>Keeps the K likeliest tokens.</source>
            <translation>확률이 높은 토큰 K개만 남깁니다.</translation>
        </message>
        <message>
            <source>off</source>
            <translation>끔</translation>
        </message>
        <message>
            <source>Top P sampling</source>
            <translation>Top P 샘플링</translation>
        </message>
        <message>
            <source>Keeps the likeliest tokens until their probability reaches P. 1 turns it off.</source>
            <translation>확률의 합이 P가 될 때까지 높은 토큰부터 남깁니다. 1이면 끕니다.</translation>
        </message>
        <message>
            <source>Min P sampling</source>
            <translation>Min P 샘플링</translation>
        </message>
        <message>
            <source>Drops what is less likely than P times the likeliest token.</source>
            <translation>가장 높은 확률의 P배보다 낮은 토큰을 버립니다.</translation>
        </message>
        <message>
            <source>Repeat penalty</source>
            <translation>반복 페널티</translation>
        </message>
        <message>
            <source>Makes tokens of prompt and answer less likely. 1 turns it off.</source>
            <translation>프롬프트와 답변에 나온 토큰의 확률을 낮춥니다. 1이면 끕니다.</translation>
        </message>
        <message>
            <source>Presence penalty</source>
            <translation>존재 페널티</translation>
        </message>
        <message>
            <source>Subtracted once from every token that the answer has already. 0 turns it off.</source>
            <translation>답변에 이미 나온 토큰에서 한 번 뺍니다. 0이면 끕니다.</translation>
        </message>
        <message>
            <source>Frequency penalty</source>
            <translation>빈도 페널티</translation>
        </message>
        <message>
            <source>Subtracted for every time that the answer has a token. 0 turns it off.</source>
            <translation>답변에 나온 횟수만큼 뺍니다. 0이면 끕니다.</translation>
        </message>
        <message>
            <source>Limit response length</source>
            <translation>응답 길이 제한</translation>
        </message>
        <message>
            <source>Tokens after which an answer ends. Off: the context is the limit.</source>
            <translation>답변을 끝내는 토큰 수. 끄면 컨텍스트가 한계입니다.</translation>
        </message>
        <message>
            <source>Seed</source>
            <translation>시드</translation>
        </message>
        <message>
            <source>The same seed and settings give the same answer. Random: a new one each time, shown with the answer.</source>
            <translation>시드와 설정이 같으면 답변도 같습니다. 무작위: 매번 새로 정하고 답변과 함께 보여 줍니다.</translation>
        </message>
        <message>
            <source>random</source>
            <translation>무작위</translation>
        </message>
        <message>
            <source>Thinking</source>
            <translation>추론</translation>
        </message>
        <message>
            <source>Lets the model think before it answers; for models whose template has the switch.</source>
            <translation>답하기 전에 추론하게 합니다. 템플릿에 스위치가 있는 모델에만 있습니다.</translation>
        </message>
        <message>
            <source>Exact</source>
            <translation>정확</translation>
        </message>
        <message>
            <source>System</source>
            <translation>시스템</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>밝게</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>어둡게</translation>
        </message>
        <message>
            <source>When the context is full</source>
            <translation>컨텍스트가 가득 차면</translation>
        </message>
        <message>
            <source>Refuse: a message that does not fit is not sent. Drop oldest: the oldest turns are left out of the prompt and stay on screen. Stop: it is sent, and the answer says that it does not fit.</source>
            <translation>거절: 들어가지 않는 메시지는 보내지 않습니다. 옛 대화 빼기: 가장 오래된 차례를 프롬프트에서 빼며, 화면에는 남습니다. 중지: 그대로 보내고, 답변 자리에 들어가지 않는다고 알립니다.</translation>
        </message>
        <message>
            <source>Thinking budget</source>
            <translation>추론 예산</translation>
        </message>
        <message>
            <source>Tokens after which the thinking is ended and the answer begins.</source>
            <translation>추론을 끝내고 답변을 시작하는 토큰 수.</translation>
        </message>
        <message>
            <source>no limit</source>
            <translation>제한 없음</translation>
        </message>
        <message>
            <source>Refuse</source>
            <translation>거절</translation>
        </message>
        <message>
            <source>Drop oldest</source>
            <translation>옛 대화 빼기</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>중지</translation>
        </message>
    </context>
    <context>
        <name>ShortcutHelp</name>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>단축키</translation>
        </message>
        <message>
            <source>Send the message / new line</source>
            <translation>메시지 보내기 / 줄바꿈</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>닫기</translation>
        </message>
    </context>
    <context>
        <name>Shortcuts</name>
        <message>
            <source>New chat</source>
            <translation>새 채팅</translation>
        </message>
        <message>
            <source>Stop the answer, or cancel loading</source>
            <translation>답변 중지 또는 불러오기 취소</translation>
        </message>
        <message>
            <source>Regenerate the last answer</source>
            <translation>마지막 답변 재생성</translation>
        </message>
        <message>
            <source>Continue the last answer</source>
            <translation>마지막 답변 계속하기</translation>
        </message>
        <message>
            <source>Previous version of the last answer</source>
            <translation>마지막 답변의 이전 버전</translation>
        </message>
        <message>
            <source>Next version of the last answer</source>
            <translation>마지막 답변의 다음 버전</translation>
        </message>
        <message>
            <source>Search chats</source>
            <translation>채팅 검색</translation>
        </message>
        <message>
            <source>Show or hide the chat list</source>
            <translation>채팅 목록 보이기/숨기기</translation>
        </message>
        <message>
            <source>Show or hide the inspector</source>
            <translation>검사기 보이기/숨기기</translation>
        </message>
        <message>
            <source>Choose a model</source>
            <translation>모델 선택</translation>
        </message>
        <message>
            <source>Open a model folder</source>
            <translation>모델 폴더 열기</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>설정</translation>
        </message>
        <message>
            <source>Larger text</source>
            <translation>글자 크게</translation>
        </message>
        <message>
            <source>Smaller text</source>
            <translation>글자 작게</translation>
        </message>
        <message>
            <source>Normal text size</source>
            <translation>글자 보통 크기</translation>
        </message>
        <message>
            <source>Next region of the window</source>
            <translation>창의 다음 영역</translation>
        </message>
        <message>
            <source>Previous region of the window</source>
            <translation>창의 이전 영역</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>단축키</translation>
        </message>
        <message>
            <source>Rename the chat</source>
            <translation>채팅 이름 바꾸기</translation>
        </message>
        <message>
            <source>Move the chat to the bin</source>
            <translation>채팅을 휴지통으로</translation>
        </message>
        <message>
            <source>Save the chat as a file</source>
            <translation>채팅을 파일로 저장</translation>
        </message>
        <message>
            <source>Write a message</source>
            <translation>메시지 쓰기</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>끝내기</translation>
        </message>
        <message>
            <source>Find in this chat</source>
            <translation>이 채팅에서 찾기</translation>
        </message>
        <message>
            <source>Show the prompt of the last answer</source>
            <translation>마지막 답변의 프롬프트 보기</translation>
        </message>
    </context>
    <context>
        <name>States</name>
        <message>
            <source>Not on this machine</source>
            <translation>이 컴퓨터에 없음</translation>
        </message>
        <message>
            <source>Not on this machine (%1 GB, licence to accept)</source>
            <translation>이 컴퓨터에 없음 (%1 GB, 라이선스 동의 필요)</translation>
        </message>
        <message>
            <source>Not on this machine (%1 GB)</source>
            <translation>이 컴퓨터에 없음 (%1 GB)</translation>
        </message>
        <message>
            <source>Get the files of %1 from https://huggingface.co/%1 and put them into a folder named %2 in the models folder, or open their folder here.</source>
            <translation>https://huggingface.co/%1 페이지에서 %1 파일을 받아 모델 폴더 안의 %2 폴더에 넣거나, 받은 폴더를 여기서 여세요.</translation>
        </message>
        <message>
            <source>Checking files</source>
            <translation>파일 확인 중</translation>
        </message>
        <message>
            <source>Reading the tokenizer</source>
            <translation>토크나이저 읽는 중</translation>
        </message>
        <message>
            <source>Compiling</source>
            <translation>컴파일 중</translation>
        </message>
        <message>
            <source>Reading weights</source>
            <translation>가중치 읽는 중</translation>
        </message>
        <message>
            <source>Reserving the KV cache</source>
            <translation>KV 캐시 준비 중</translation>
        </message>
        <message>
            <source>end of answer</source>
            <translation>답변 끝</translation>
        </message>
        <message>
            <source>stop string</source>
            <translation>중지 문자열</translation>
        </message>
        <message>
            <source>repetition</source>
            <translation>반복</translation>
        </message>
        <message>
            <source>length limit</source>
            <translation>응답 길이 제한</translation>
        </message>
        <message>
            <source>context full</source>
            <translation>컨텍스트 가득 참</translation>
        </message>
        <message>
            <source>stopped by you</source>
            <translation>사용자가 중지함</translation>
        </message>
        <message>
            <source>model ejected</source>
            <translation>모델 제거됨</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>실패</translation>
        </message>
        <message>
            <source>MLP</source>
            <translation>MLP</translation>
        </message>
        <message>
            <source>Attention</source>
            <translation>어텐션</translation>
        </message>
        <message>
            <source>Output head</source>
            <translation>출력 헤드</translation>
        </message>
        <message>
            <source>Norm</source>
            <translation>정규화</translation>
        </message>
        <message>
            <source>Embedding</source>
            <translation>임베딩</translation>
        </message>
        <message>
            <source>Vision</source>
            <translation>비전</translation>
        </message>
        <message>
            <source>Sampling</source>
            <translation>샘플링</translation>
        </message>
        <message>
            <source>Waiting</source>
            <translation>대기</translation>
        </message>
        <message>
            <source>Exact</source>
            <translation>정확</translation>
        </message>
        <message>
            <source>being written</source>
            <translation>쓰는 중</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>중지됨</translation>
        </message>
        <message>
            <source>interrupted</source>
            <translation>중단됨</translation>
        </message>
        <message>
            <source>Registered</source>
            <translation>등록된 모델</translation>
        </message>
        <message>
            <source>In the models folder</source>
            <translation>모델 폴더에 있음</translation>
        </message>
        <message>
            <source>Found in the Hugging Face cache</source>
            <translation>Hugging Face 캐시에서 찾음</translation>
        </message>
        <message>
            <source>Opened folders</source>
            <translation>연 폴더</translation>
        </message>
        <message>
            <source>Reading the folder</source>
            <translation>폴더 읽는 중</translation>
        </message>
        <message>
            <source>On disk (%1 GB)</source>
            <translation>디스크에 있음 (%1 GB)</translation>
        </message>
        <message>
            <source>Incomplete; missing: %1</source>
            <translation>불완전; 없음: %1</translation>
        </message>
        <message>
            <source>Being downloaded by another program</source>
            <translation>다른 프로그램이 내려받는 중</translation>
        </message>
        <message>
            <source>Folder not available: %1</source>
            <translation>사용할 수 없는 폴더: %1</translation>
        </message>
        <message>
            <source>Incomplete</source>
            <translation>불완전</translation>
        </message>
        <message>
            <source>Look again when the other program has finished.</source>
            <translation>다른 프로그램이 끝난 뒤 다시 찾으세요.</translation>
        </message>
    </context>
    <context>
        <name>moru::AnswerFooter</name>
        <message>
            <source>Nothing was written yet. Your message is safe.</source>
            <translation>아직 쓴 것이 없습니다. 보낸 메시지는 그대로입니다.</translation>
        </message>
        <message numerus="yes">
            <source>%Ln token(s) were kept. Your message is safe.</source>
            <translation>
                <numerusform>%Ln토큰이 저장되어 있습니다. 보낸 메시지는 그대로입니다.</numerusform>
            </translation>
        </message>
        <message>
            <source>What was written is kept. Your message is safe.</source>
            <translation>쓴 데까지 저장되어 있습니다. 보낸 메시지는 그대로입니다.</translation>
        </message>
        <message>
            <source>Continue</source>
            <translation>계속하기</translation>
        </message>
        <message>
            <source>Regenerate</source>
            <translation>재생성</translation>
        </message>
        <message>
            <source>The answer went round in circles, so it was stopped.</source>
            <translation>답변이 같은 말을 되풀이해서 멈췄습니다.</translation>
        </message>
        <message>
            <source>Try again with a repetition penalty</source>
            <translation>반복 페널티를 주고 다시 쓰기</translation>
        </message>
    </context>
    <context>
        <name>moru::AnswerMessage</name>
        <message>
            <source>Regenerate</source>
            <translation>재생성</translation>
        </message>
    </context>
    <context>
        <name>moru::ChatDelegate</name>
        <message>
            <source>waiting for the model</source>
            <translation>모델 기다리는 중</translation>
        </message>
        <message>
            <source>waiting, %1 ahead</source>
            <translation>대기 중, 앞에 %1개</translation>
        </message>
        <message>
            <source>interrupted</source>
            <translation>중단됨</translation>
        </message>
        <message>
            <source>draft</source>
            <translation>작성 중</translation>
        </message>
        <message>
            <source>Title of the chat</source>
            <translation>채팅 제목</translation>
        </message>
    </context>
    <context>
        <name>moru::ChatItemModel</name>
        <message>
            <source>Today</source>
            <translation>오늘</translation>
        </message>
        <message>
            <source>Yesterday</source>
            <translation>어제</translation>
        </message>
        <message>
            <source>Last 7 days</source>
            <translation>지난 7일</translation>
        </message>
        <message>
            <source>Earlier</source>
            <translation>그 전</translation>
        </message>
    </context>
    <context>
        <name>moru::ChatListView</name>
        <message>
            <source>Delete all chats in the bin? This cannot be undone.</source>
            <translation>휴지통의 채팅을 모두 삭제할까요? 되돌릴 수 없습니다.</translation>
        </message>
        <message>
            <source>Empty bin</source>
            <translation>휴지통 비우기</translation>
        </message>
        <message>
            <source>Search chats</source>
            <translation>채팅 검색</translation>
        </message>
        <message>
            <source>Bin</source>
            <translation>휴지통</translation>
        </message>
        <message>
            <source>Chats</source>
            <translation>채팅 목록</translation>
        </message>
        <message>
            <source>Back to chats</source>
            <translation>채팅 목록으로</translation>
        </message>
        <message>
            <source>Bin (%1)</source>
            <translation>휴지통 (%1)</translation>
        </message>
        <message>
            <source>Chat deleted.</source>
            <translation>채팅을 삭제했습니다.</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>실행 취소</translation>
        </message>
        <message>
            <source>The bin is empty.</source>
            <translation>휴지통이 비어 있습니다.</translation>
        </message>
        <message>
            <source>No chats yet. They are kept on this computer, and deleted ones can be restored.</source>
            <translation>아직 채팅이 없습니다. 채팅은 이 컴퓨터에 저장되며, 삭제한 채팅은 복원할 수 있습니다.</translation>
        </message>
        <message>
            <source>No chat contains “%1”.</source>
            <translation>“%1” 들어간 채팅 없음.</translation>
        </message>
        <message>
            <source>Clear</source>
            <translation>지우기</translation>
        </message>
        <message>
            <source>Restore</source>
            <translation>복원</translation>
        </message>
        <message>
            <source>Delete for ever…</source>
            <translation>영구 삭제…</translation>
        </message>
        <message>
            <source>Delete “%1” for ever? This cannot be undone.</source>
            <translation>이 채팅을 영구히 삭제할까요? 되돌릴 수 없습니다. “%1”</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>삭제</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>이름 바꾸기</translation>
        </message>
        <message>
            <source>Move to bin</source>
            <translation>휴지통으로 옮기기</translation>
        </message>
        <message>
            <source>Save as a file…</source>
            <translation>파일로 저장…</translation>
        </message>
        <message>
            <source>Save the chat as a file</source>
            <translation>채팅을 파일로 저장</translation>
        </message>
        <message>
            <source>Markdown (*.md)</source>
            <translation>마크다운 (*.md)</translation>
        </message>
        <message>
            <source>JSON (*.json)</source>
            <translation>JSON (*.json)</translation>
        </message>
    </context>
    <context>
        <name>moru::CodeSegment</name>
        <message>
            <source>Copy code</source>
            <translation>코드 복사</translation>
        </message>
    </context>
    <context>
        <name>moru::Composer</name>
        <message>
            <source>Text to continue</source>
            <translation>이어 쓸 글</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>메시지</translation>
        </message>
        <message>
            <source>Write a beginning; %1 continues it</source>
            <translation>글의 시작을 쓰면 %1 모델이 이어 씁니다</translation>
        </message>
        <message>
            <source>Message %1</source>
            <translation>%1에 메시지 보내기</translation>
        </message>
        <message>
            <source>Write a message; it is sent when a model is ready</source>
            <translation>메시지를 쓰면 모델이 준비될 때 보냅니다</translation>
        </message>
        <message>
            <source>Thinking</source>
            <translation>추론</translation>
        </message>
        <message>
            <source>Enter sends · Shift+Enter new line</source>
            <translation>Enter 보내기 · Shift+Enter 줄바꿈</translation>
        </message>
        <message>
            <source>Ctrl+Enter sends · Enter new line</source>
            <translation>Ctrl+Enter 보내기 · Enter 줄바꿈</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>중지</translation>
        </message>
        <message>
            <source>Continue</source>
            <translation>계속하기</translation>
        </message>
        <message>
            <source>Send</source>
            <translation>보내기</translation>
        </message>
        <message>
            <source>%1 of %2 tokens</source>
            <translation>%2토큰 중 %1</translation>
        </message>
        <message>
            <source>%1 left</source>
            <translation>%1 남음</translation>
        </message>
        <message>
            <source>%1 too many</source>
            <translation>%1 넘침</translation>
        </message>
        <message>
            <source>Tokens of the conversation with this message, of those that the context holds; an answer uses what is left</source>
            <translation>이 메시지까지 더한 대화의 토큰과 컨텍스트에 들어가는 토큰. 답변은 남은 만큼 쓸 수 있습니다</translation>
        </message>
    </context>
    <context>
        <name>moru::ContextSlider</name>
        <message>
            <source>Context length</source>
            <translation>컨텍스트 길이</translation>
        </message>
    </context>
    <context>
        <name>moru::ConversationHeader</name>
        <message>
            <source>New chat</source>
            <translation>새 채팅</translation>
        </message>
        <message>
            <source>Context %1 of %2</source>
            <translation>컨텍스트 %1 / %2</translation>
        </message>
        <message>
            <source>Tokens of this chat after the last answer, of those that fit into the model's context</source>
            <translation>마지막 답변까지 이 채팅의 토큰 / 모델의 컨텍스트에 들어가는 토큰</translation>
        </message>
        <message>
            <source>Tokens of the prompt and of the answer so far, of those that fit into the model's context</source>
            <translation>지금까지 프롬프트와 답변의 토큰 / 모델의 컨텍스트에 들어가는 토큰</translation>
        </message>
        <message>
            <source>System prompt</source>
            <translation>시스템 프롬프트</translation>
        </message>
        <message>
            <source>Find in this chat</source>
            <translation>이 채팅에서 찾기</translation>
        </message>
    </context>
    <context>
        <name>moru::ConversationPage</name>
        <message>
            <source>%1 is a base model.</source>
            <translation>기본 모델: %1.</translation>
        </message>
        <message>
            <source>It was not trained for conversation: it continues the text that you give it.</source>
            <translation>대화하도록 학습되지 않아, 주어진 글을 이어 씁니다.</translation>
        </message>
        <message>
            <source>No model is loaded.</source>
            <translation>불러온 모델이 없습니다.</translation>
        </message>
        <message>
            <source>Write a beginning below; %1 continues it.</source>
            <translation>아래에 글의 시작을 쓰면 %1 모델이 이어 씁니다.</translation>
        </message>
        <message>
            <source>Ask %1 something below.</source>
            <translation>아래에서 %1 모델에게 물어보세요.</translation>
        </message>
        <message>
            <source>Choose a model</source>
            <translation>모델 선택</translation>
        </message>
    </context>
    <context>
        <name>moru::ConversationView</name>
        <message>
            <source>Conversation</source>
            <translation>대화</translation>
        </message>
        <message>
            <source>Newest</source>
            <translation>맨 아래로</translation>
        </message>
    </context>
    <context>
        <name>moru::DockTitle</name>
        <message>
            <source>Detach</source>
            <translation>떼어 내기</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>닫기</translation>
        </message>
    </context>
    <context>
        <name>moru::EngineCards</name>
        <message>
            <source>Loading %1</source>
            <translation>불러오는 중: %1</translation>
        </message>
        <message>
            <source>Choose a model</source>
            <translation>모델 선택</translation>
        </message>
    </context>
    <context>
        <name>moru::ErrorCard</name>
        <message>
            <source>Copy details</source>
            <translation>자세한 내용 복사</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>닫기</translation>
        </message>
    </context>
    <context>
        <name>moru::FindBar</name>
        <message>
            <source>Find in this chat</source>
            <translation>이 채팅에서 찾기</translation>
        </message>
        <message>
            <source>Previous place</source>
            <translation>이전 위치</translation>
        </message>
        <message>
            <source>Next place</source>
            <translation>다음 위치</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>닫기</translation>
        </message>
        <message>
            <source>not found</source>
            <translation>없음</translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <translation>%2개 중 %1번째</translation>
        </message>
    </context>
    <context>
        <name>moru::FirstStartView</name>
        <message>
            <source>Moru runs language models on this computer</source>
            <translation>모루는 이 컴퓨터에서 언어 모델을 돌립니다</translation>
        </message>
        <message>
            <source>It reads Hugging Face SafeTensors folders as they are, without conversion by you, and shows where every millisecond goes.</source>
            <translation>Hugging Face SafeTensors 폴더를 그대로 읽고, 1밀리초가 어디에 쓰이는지 보여 줍니다.</translation>
        </message>
        <message>
            <source>Nothing leaves this computer.</source>
            <translation>아무것도 이 컴퓨터 밖으로 나가지 않습니다.</translation>
        </message>
        <message>
            <source>Moru does not use the network; chats are kept here too.</source>
            <translation>모루는 네트워크를 쓰지 않으며, 채팅도 여기에 저장됩니다.</translation>
        </message>
        <message>
            <source>Models on this computer</source>
            <translation>이 컴퓨터에 있는 모델</translation>
        </message>
        <message>
            <source>Open a folder</source>
            <translation>폴더 열기</translation>
        </message>
        <message>
            <source>Any folder with config.json, a tokenizer and SafeTensors files. It can be dropped here too.</source>
            <translation>config.json, 토크나이저, SafeTensors 파일이 있는 폴더. 여기에 놓아도 됩니다.</translation>
        </message>
        <message>
            <source>Open folder…</source>
            <translation>폴더 열기…</translation>
        </message>
        <message>
            <source>All models…</source>
            <translation>모든 모델…</translation>
        </message>
        <message>
            <source>en</source>
            <comment>code of the language of this translation: en, ko</comment>
            <translation>ko</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>언어</translation>
        </message>
        <message>
            <source>System</source>
            <translation>시스템</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>밝게</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>어둡게</translation>
        </message>
        <message>
            <source>Theme</source>
            <translation>테마</translation>
        </message>
        <message>
            <source>Searching…</source>
            <translation>찾는 중…</translation>
        </message>
        <message>
            <source>None was found in %1 or %2.</source>
            <translation>찾은 모델이 없습니다. 찾아본 곳: %1, %2</translation>
        </message>
    </context>
    <context>
        <name>moru::FoundModelRow</name>
        <message>
            <source>Load</source>
            <translation>불러오기</translation>
        </message>
        <message>
            <source>Load %1</source>
            <translation>%1 불러오기</translation>
        </message>
        <message>
            <source>base</source>
            <translation>기본 모델</translation>
        </message>
    </context>
    <context>
        <name>moru::LoadingCard</name>
        <message>
            <source>Cancelling…</source>
            <translation>취소하는 중…</translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <translation>%2 중 %1</translation>
        </message>
        <message>
            <source>elapsed %1</source>
            <translation>지난 시간 %1</translation>
        </message>
        <message>
            <source>Last progress %1 ago</source>
            <translation>마지막 진행 %1 전</translation>
        </message>
        <message>
            <source>Cancel load</source>
            <translation>불러오기 취소</translation>
        </message>
        <message>
            <source>Loading %1</source>
            <translation>불러오는 중: %1</translation>
        </message>
    </context>
    <context>
        <name>moru::MainWindow</name>
        <message>
            <source>Open a model folder</source>
            <translation>모델 폴더 열기</translation>
        </message>
        <message>
            <source>Chats</source>
            <translation>채팅 목록</translation>
        </message>
        <message>
            <source>Performance</source>
            <translation>성능</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>설정</translation>
        </message>
        <message>
            <source>Model and window</source>
            <translation>모델과 창</translation>
        </message>
        <message>
            <source>An answer is being written. What came so far is kept.</source>
            <translation>답변을 쓰는 중입니다. 끝내도 지금까지 쓴 것은 저장됩니다.</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>끝내기</translation>
        </message>
        <message>
            <source>Prompt</source>
            <translation>프롬프트</translation>
        </message>
    </context>
    <context>
        <name>moru::MessageActions</name>
        <message>
            <source>Copy</source>
            <translation>복사</translation>
        </message>
        <message>
            <source>Edit</source>
            <translation>편집</translation>
        </message>
        <message>
            <source>Continue</source>
            <translation>계속하기</translation>
        </message>
        <message>
            <source>Regenerate</source>
            <translation>재생성</translation>
        </message>
        <message>
            <source>Branch chat</source>
            <translation>채팅 분기</translation>
        </message>
        <message>
            <source>Previous version</source>
            <translation>이전 버전</translation>
        </message>
        <message>
            <source>Next version</source>
            <translation>다음 버전</translation>
        </message>
        <message>
            <source>Show the prompt</source>
            <translation>프롬프트 보기</translation>
        </message>
    </context>
    <context>
        <name>moru::MessageItem</name>
        <message>
            <source>Message %1 of %2, %3</source>
            <translation>메시지 %1 / %2, %3</translation>
        </message>
    </context>
    <context>
        <name>moru::ModelButton</name>
        <message>
            <source>Choose a model</source>
            <translation>모델 선택</translation>
        </message>
        <message>
            <source>Cancelling…</source>
            <translation>취소하는 중…</translation>
        </message>
        <message>
            <source>not loaded</source>
            <translation>불러오지 못함</translation>
        </message>
        <message>
            <source>%1 GiB</source>
            <translation>%1 GiB</translation>
        </message>
        <message>
            <source>Model: %1</source>
            <translation>모델: %1</translation>
        </message>
    </context>
    <context>
        <name>moru::ModelDelegate</name>
        <message>
            <source>thinking</source>
            <translation>추론</translation>
        </message>
        <message>
            <source>base</source>
            <translation>기본 모델</translation>
        </message>
        <message>
            <source>Running</source>
            <translation>실행 중</translation>
        </message>
    </context>
    <context>
        <name>moru::ModelDetails</name>
        <message>
            <source>Load</source>
            <translation>불러오기</translation>
        </message>
        <message>
            <source>Load anyway</source>
            <translation>그래도 불러오기</translation>
        </message>
        <message>
            <source>Open containing folder</source>
            <translation>폴더 보기</translation>
        </message>
        <message>
            <source>%1, up to %2</source>
            <translation>%1, 최대 %2</translation>
        </message>
        <message>
            <source>Remove from list</source>
            <translation>목록에서 빼기</translation>
        </message>
        <message>
            <source>Predicted memory</source>
            <translation>예측 메모리</translation>
        </message>
        <message>
            <source>GiB · free after eject: %1 of %2</source>
            <translation>GiB · 제거 후 여유: %1 / %2</translation>
        </message>
        <message>
            <source>GiB · free: %1 of %2</source>
            <translation>GiB · 여유: %1 / %2</translation>
        </message>
        <message>
            <source>Weights</source>
            <translation>가중치</translation>
        </message>
        <message>
            <source>KV cache</source>
            <translation>KV 캐시</translation>
        </message>
        <message>
            <source>%1 tokens</source>
            <translation>%1토큰</translation>
        </message>
        <message>
            <source>Activations</source>
            <translation>활성값</translation>
        </message>
        <message>
            <source>Total</source>
            <translation>합계</translation>
        </message>
        <message>
            <source>%1 GiB short</source>
            <translation>%1 GiB 부족</translation>
        </message>
        <message>
            <source>Will not fit as set: %1 GiB short.</source>
            <translation>이 설정으로는 메모리 %1 GiB 부족.</translation>
        </message>
        <message>
            <source>A smaller context length or closing other programs helps.</source>
            <translation>컨텍스트 길이를 줄이거나 다른 프로그램을 닫으면 들어갑니다.</translation>
        </message>
        <message>
            <source>It fits as %1 (%2).</source>
            <translation>%1(%2)로는 들어갑니다.</translation>
        </message>
        <message>
            <source>Use %1</source>
            <translation>%1 쓰기</translation>
        </message>
    </context>
    <context>
        <name>moru::ModelItemModel</name>
        <message>
            <source>%1 GiB</source>
            <translation>%1 GiB</translation>
        </message>
    </context>
    <context>
        <name>moru::ModelPicker</name>
        <message>
            <source>Filter models</source>
            <translation>모델 걸러 보기</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>모델</translation>
        </message>
        <message>
            <source>Open folder…</source>
            <translation>폴더 열기…</translation>
        </message>
        <message>
            <source>Searching…</source>
            <translation>찾는 중…</translation>
        </message>
        <message>
            <source>Rescan</source>
            <translation>다시 찾기</translation>
        </message>
        <message>
            <source>Looks again into %1 and %2</source>
            <translation>다시 찾아볼 곳: %1, %2</translation>
        </message>
        <message numerus="yes">
            <source>%n GGUF file(s): moru-cli import</source>
            <translation>
                <numerusform>GGUF 파일 %n개: moru-cli import</numerusform>
            </translation>
        </message>
        <message>
            <source>GGUF files are not opened as they are; “moru-cli import FILE” makes a model folder of one.</source>
            <translation>GGUF 파일은 그대로 열지 않습니다. “moru-cli import 파일”로 모델 폴더를 만들 수 있습니다.</translation>
        </message>
        <message>
            <source>No model matches “%1”.</source>
            <translation>“%1” 들어간 모델 없음.</translation>
        </message>
        <message>
            <source>Clear</source>
            <translation>지우기</translation>
        </message>
    </context>
    <context>
        <name>moru::NoticeBar</name>
        <message>
            <source>Close</source>
            <translation>닫기</translation>
        </message>
    </context>
    <context>
        <name>moru::OverflowNote</name>
        <message>
            <source>It has %1 tokens; %2 fit into the context.</source>
            <translation>%1토큰인데 컨텍스트에는 %2토큰까지 들어갑니다.</translation>
        </message>
        <message>
            <source>With it the conversation has %1 tokens; %2 fit into the context.</source>
            <translation>더하면 대화가 %1토큰인데 컨텍스트에는 %2토큰까지 들어갑니다.</translation>
        </message>
        <message>
            <source>Shorten it, enlarge the context, or start a new chat.</source>
            <translation>메시지를 줄이거나, 컨텍스트를 늘리거나, 새 채팅을 시작하세요.</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>설정</translation>
        </message>
        <message>
            <source>The oldest turns will be left out.</source>
            <translation>가장 오래된 차례를 빼고 보냅니다.</translation>
        </message>
        <message>
            <source>They stay on screen.</source>
            <translation>화면에는 남아 있습니다.</translation>
        </message>
        <message>
            <source>This message does not fit: the answer will stop at once.</source>
            <translation>들어가지 않는 메시지입니다. 보내면 답변이 바로 중지됩니다.</translation>
        </message>
        <message>
            <source>This message is too long to be sent.</source>
            <translation>보내기에는 너무 긴 메시지입니다.</translation>
        </message>
        <message>
            <source>Alone it has %1 tokens; %2 fit into the context.</source>
            <translation>이것만으로 %1토큰인데 컨텍스트에는 %2토큰까지 들어갑니다.</translation>
        </message>
        <message>
            <source>Shorten it or enlarge the context.</source>
            <translation>메시지를 줄이거나 컨텍스트를 늘리세요.</translation>
        </message>
        <message>
            <source>This message does not fit and is not sent.</source>
            <translation>들어가지 않는 메시지라 보내지 않습니다.</translation>
        </message>
    </context>
    <context>
        <name>moru::PerformanceView</name>
        <message>
            <source>Performance</source>
            <translation>성능</translation>
        </message>
        <message>
            <source>Decode</source>
            <translation>디코드</translation>
        </message>
        <message>
            <source>tokens/s</source>
            <translation>초당 토큰</translation>
        </message>
        <message>
            <source>(tokens − 1) / (time of the last token − time of the first token)</source>
            <translation>(토큰 수 − 1) / (마지막 토큰 시각 − 첫 토큰 시각)</translation>
        </message>
        <message>
            <source>Prefill</source>
            <translation>프리필</translation>
        </message>
        <message>
            <source>New prompt tokens / prefill time; reused tokens are not counted</source>
            <translation>새 프롬프트 토큰 / 프리필 시간. 재사용한 토큰은 세지 않습니다</translation>
        </message>
        <message>
            <source>Speed over the answer</source>
            <translation>답변 동안의 속도</translation>
        </message>
        <message>
            <source>Operations of the last answer</source>
            <translation>마지막 답변의 연산</translation>
        </message>
        <message>
            <source>decode, ms · share</source>
            <translation>디코드, ms · 비율</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>메모리</translation>
        </message>
        <message>
            <source>predicted · measured, GiB</source>
            <translation>예측 · 측정, GiB</translation>
        </message>
        <message>
            <source>No measurement yet. The first answer fills this.</source>
            <translation>아직 잰 것이 없습니다. 첫 답변이 여기를 채웁니다.</translation>
        </message>
        <message>
            <source>Live</source>
            <translation>실시간</translation>
        </message>
        <message>
            <source>Last answer</source>
            <translation>마지막 답변</translation>
        </message>
        <message>
            <source>%1 of %2 new prompt tokens read, %3 reused</source>
            <translation>새 프롬프트 %2토큰 중 %1 읽음, 재사용 %3</translation>
        </message>
        <message>
            <source>Where the time went</source>
            <translation>시간이 쓰인 곳</translation>
        </message>
        <message>
            <source>%1 s so far</source>
            <translation>지금까지 %1초</translation>
        </message>
        <message>
            <source>%1 s in all</source>
            <translation>모두 %1초</translation>
        </message>
        <message>
            <source>One token, by role</source>
            <translation>토큰 하나, 역할별</translation>
        </message>
        <message>
            <source>%1 ms</source>
            <translation>%1 ms</translation>
        </message>
        <message>
            <source>%1 takes the most time.</source>
            <translation>가장 오래 걸리는 연산: %1.</translation>
        </message>
        <message>
            <source>It reads %1 GB/s, %2% of what this machine can do.</source>
            <translation>%1 GB/s를 읽으며, 이 컴퓨터 한계의 %2%입니다.</translation>
        </message>
        <message>
            <source>Decode %1 tokens/s, prefill %2 tokens/s</source>
            <translation>디코드 초당 %1토큰, 프리필 초당 %2토큰</translation>
        </message>
        <message>
            <source>%1 tokens/s, %2, %3</source>
            <translation>초당 %1토큰, %2, %3</translation>
        </message>
        <message>
            <source>Speed history</source>
            <translation>속도 기록</translation>
        </message>
        <message>
            <source>last answers, decode</source>
            <translation>최근 답변, 디코드</translation>
        </message>
    </context>
    <context>
        <name>moru::PrecisionChoice</name>
        <message>
            <source>default: %1</source>
            <translation>기본값: %1</translation>
        </message>
        <message>
            <source>%1 GiB</source>
            <translation>%1 GiB</translation>
        </message>
        <message>
            <source>%1 GiB short</source>
            <translation>%1 GiB 부족</translation>
        </message>
        <message>
            <source>Predicted memory: %1 GiB</source>
            <translation>예측 메모리: %1 GiB</translation>
        </message>
        <message>
            <source>Predicted memory: %1 GiB, up to %2 GiB if the check after quantising asks for safer formats</source>
            <translation>예측 메모리: %1 GiB, 양자화 후 검사에서 더 안전한 형식이 필요하면 최대 %2 GiB</translation>
        </message>
        <message>
            <source>Needs %1 GiB, %2 GiB are free after eject</source>
            <translation>필요 %1 GiB, 제거 후 여유 %2 GiB</translation>
        </message>
    </context>
    <context>
        <name>moru::ProgressRow</name>
        <message>
            <source>Waiting: will be sent when the model is ready</source>
            <translation>대기 중: 모델이 준비되면 보냅니다</translation>
        </message>
        <message>
            <source>Waiting, %1 ahead</source>
            <translation>대기 중, 앞에 %1개</translation>
        </message>
        <message>
            <source>Reading the prompt: %1% of %2 tokens</source>
            <translation>프롬프트 읽는 중: %2토큰의 %1%</translation>
        </message>
        <message>
            <source>Stopping…</source>
            <translation>중지하는 중…</translation>
        </message>
        <message>
            <source>Take back</source>
            <translation>되돌리기</translation>
        </message>
    </context>
    <context>
        <name>moru::PromptTokenGrid</name>
        <message>
            <source>Tokens of the prompt</source>
            <translation>프롬프트의 토큰</translation>
        </message>
        <message>
            <source>token %1 of %2</source>
            <translation>토큰 %1 / %2</translation>
        </message>
        <message>
            <source>id %1</source>
            <translation>id %1</translation>
        </message>
        <message>
            <source>special</source>
            <translation>특수</translation>
        </message>
        <message>
            <source>a part of a character</source>
            <translation>글자의 일부</translation>
        </message>
        <message>
            <source>reused</source>
            <translation>재사용</translation>
        </message>
        <message>
            <source>new</source>
            <translation>새 토큰</translation>
        </message>
    </context>
    <context>
        <name>moru::PromptView</name>
        <message>
            <source>Prompt</source>
            <translation>프롬프트</translation>
        </message>
        <message>
            <source>Text of the prompt</source>
            <translation>프롬프트의 글</translation>
        </message>
        <message>
            <source>Difference between the formats</source>
            <translation>형식의 차이</translation>
        </message>
        <message>
            <source>Back to the last answer</source>
            <translation>마지막 답변으로</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>글</translation>
        </message>
        <message>
            <source>Tokens</source>
            <translation>토큰</translation>
        </message>
        <message>
            <source>Difference</source>
            <translation>차이</translation>
        </message>
        <message>
            <source>Last answer</source>
            <translation>마지막 답변</translation>
        </message>
        <message>
            <source>Answer %1</source>
            <translation>답변 %1</translation>
        </message>
        <message>
            <source>No answer yet. What the model is given for one is shown here, to the last token.</source>
            <translation>아직 답변이 없습니다. 답변을 위해 모델에 주는 글을 토큰 하나까지 그대로 여기에 보여 줍니다.</translation>
        </message>
        <message>
            <source>A model must be loaded to show the prompt: its tokenizer makes it.</source>
            <translation>프롬프트를 보려면 모델을 불러와야 합니다. 모델의 토크나이저가 프롬프트를 만듭니다.</translation>
        </message>
        <message>
            <source>The prompt is being made.</source>
            <translation>프롬프트를 만드는 중입니다.</translation>
        </message>
        <message numerus="yes">
            <source>%Ln token(s)</source>
            <translation>
                <numerusform>%Ln토큰</numerusform>
            </translation>
        </message>
        <message>
            <source>Reused from the KV cache</source>
            <translation>KV 캐시에서 재사용</translation>
        </message>
        <message>
            <source>New</source>
            <translation>새 토큰</translation>
        </message>
        <message>
            <source>Special tokens</source>
            <translation>특수 토큰</translation>
        </message>
        <message>
            <source>Show</source>
            <translation>보기</translation>
        </message>
        <message>
            <source>Copy the ids</source>
            <translation>id 복사</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>복사</translation>
        </message>
        <message>
            <source>For a sample conversation: − built-in format %1, + the folder's template</source>
            <translation>견본 대화 기준: − 내장 형식 %1, + 폴더의 템플릿</translation>
        </message>
    </context>
    <context>
        <name>moru::RoleChart</name>
        <message>
            <source>Milliseconds of each token, by role</source>
            <translation>토큰마다 걸린 밀리초, 역할별</translation>
        </message>
    </context>
    <context>
        <name>moru::SettingField</name>
        <message>
            <source>set by %1</source>
            <translation>환경 변수 %1</translation>
        </message>
        <message>
            <source>Reset to %1</source>
            <translation>되돌리기: %1</translation>
        </message>
        <message>
            <source>on</source>
            <translation>켬</translation>
        </message>
        <message>
            <source>off</source>
            <translation>끔</translation>
        </message>
        <message>
            <source>empty</source>
            <translation>비어 있음</translation>
        </message>
    </context>
    <context>
        <name>moru::SettingsView</name>
        <message>
            <source>Sampling</source>
            <translation>샘플링</translation>
        </message>
        <message>
            <source>load a model to change it</source>
            <translation>모델을 불러오면 바꿀 수 있음</translation>
        </message>
        <message>
            <source>Loading</source>
            <translation>불러오기</translation>
        </message>
        <message>
            <source>for the next load</source>
            <translation>다음에 불러올 때</translation>
        </message>
        <message>
            <source>Window</source>
            <translation>창</translation>
        </message>
        <message>
            <source>Reset to the model's values</source>
            <translation>모델의 값으로 되돌리기</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>설정</translation>
        </message>
        <message>
            <source>changed by you</source>
            <translation>직접 바꿈</translation>
        </message>
        <message>
            <source>from the model</source>
            <translation>모델의 값</translation>
        </message>
        <message>
            <source>Reload needed.</source>
            <translation>다시 불러와야 합니다.</translation>
        </message>
        <message>
            <source>Reload</source>
            <translation>다시 불러오기</translation>
        </message>
        <message>
            <source>Conversation</source>
            <translation>대화</translation>
        </message>
        <message>
            <source>The loaded model keeps its context length, precision and threads until then.</source>
            <translation>그때까지 불러온 모델의 컨텍스트 길이, 정밀도, 스레드는 그대로입니다.</translation>
        </message>
    </context>
    <context>
        <name>moru::SpeedChart</name>
        <message>
            <source>Tokens per second, over the tokens of the answer</source>
            <translation>답변의 토큰에 따른 초당 토큰</translation>
        </message>
    </context>
    <context>
        <name>moru::StatisticsLine</name>
        <message>
            <source>%1 tokens/s</source>
            <translation>초당 %1토큰</translation>
        </message>
        <message>
            <source>Decode speed: (tokens − 1) / (time of the last token − time of the first token)</source>
            <translation>디코드 속도: (토큰 수 − 1) / (마지막 토큰 시각 − 첫 토큰 시각)</translation>
        </message>
        <message numerus="yes">
            <source>%Ln token(s)</source>
            <translation>
                <numerusform>%Ln토큰</numerusform>
            </translation>
        </message>
        <message>
            <source>Tokens written, %1 of them while thinking</source>
            <translation>쓴 토큰. 그중 추론 %1</translation>
        </message>
        <message>
            <source>Tokens written</source>
            <translation>쓴 토큰</translation>
        </message>
        <message>
            <source>first token after %1 s</source>
            <translation>첫 토큰까지 %1초</translation>
        </message>
        <message>
            <source>From Send to the first token shown</source>
            <translation>보내기부터 첫 토큰이 보일 때까지</translation>
        </message>
        <message>
            <source>stop reason: %1</source>
            <translation>중지 이유: %1</translation>
        </message>
        <message>
            <source>Why the answer ended</source>
            <translation>답변이 끝난 까닭</translation>
        </message>
        <message>
            <source>Prefill: %1 tokens/s = new prompt tokens / prefill time</source>
            <translation>프리필: 초당 %1토큰 = 새 프롬프트 토큰 / 프리필 시간</translation>
        </message>
        <message>
            <source>Of %1 prompt tokens, those that were still in the KV cache; they are not counted as prefill</source>
            <translation>프롬프트 %1토큰 중 KV 캐시에 남아 있던 토큰. 프리필로 세지 않습니다</translation>
        </message>
        <message>
            <source>The same seed and settings give the same answer</source>
            <translation>시드와 설정이 같으면 답변도 같습니다</translation>
        </message>
        <message>
            <source>temperature %1 · top K %2 · top P %3 · min P %4</source>
            <translation>온도 %1 · top K %2 · top P %3 · min P %4</translation>
        </message>
        <message>
            <source>repeat penalty %1 · presence %2 · frequency %3</source>
            <translation>반복 페널티 %1 · 존재 %2 · 빈도 %3</translation>
        </message>
        <message>
            <source>prompt: %1 reused, %2 new</source>
            <translation>프롬프트: 재사용 %1, 새 토큰 %2</translation>
        </message>
        <message numerus="yes">
            <source>%Ln earlier message(s) left out</source>
            <translation>
                <numerusform>이전 메시지 %Ln개 뺌</numerusform>
            </translation>
        </message>
        <message>
            <source>They did not fit into the context, so the model did not see them for this answer</source>
            <translation>컨텍스트에 들어가지 않아, 모델은 이 답변에서 그 메시지를 보지 못했습니다</translation>
        </message>
        <message>
            <source>seed %1</source>
            <translation>시드 %1</translation>
        </message>
    </context>
    <context>
        <name>moru::StatusLine</name>
        <message>
            <source>Network not used</source>
            <translation>네트워크 사용 안 함</translation>
        </message>
        <message>
            <source>Nothing leaves this computer.</source>
            <translation>아무것도 이 컴퓨터 밖으로 나가지 않습니다.</translation>
        </message>
        <message>
            <source>No model loaded</source>
            <translation>불러온 모델 없음</translation>
        </message>
        <message>
            <source>Loading: %1</source>
            <translation>불러오는 중: %1</translation>
        </message>
        <message>
            <source>Ready</source>
            <translation>준비됨</translation>
        </message>
        <message>
            <source>Reading the prompt</source>
            <translation>프롬프트 읽는 중</translation>
        </message>
        <message>
            <source>Generating</source>
            <translation>생성 중</translation>
        </message>
        <message>
            <source>Stopping…</source>
            <translation>중지하는 중…</translation>
        </message>
        <message>
            <source>Loading failed</source>
            <translation>불러오기 실패</translation>
        </message>
        <message>
            <source>%1 tokens/s</source>
            <translation>초당 %1토큰</translation>
        </message>
        <message numerus="yes">
            <source>%Ln token(s)</source>
            <translation>
                <numerusform>%Ln토큰</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 of %2 GiB</source>
            <translation>%1 / %2 GiB</translation>
        </message>
        <message>
            <source>Resident memory of this program, of what this machine has</source>
            <translation>이 프로그램이 쓰는 메모리 / 이 컴퓨터의 메모리</translation>
        </message>
        <message numerus="yes">
            <source>%n thread(s)</source>
            <translation>
                <numerusform>스레드 %n</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>moru::SystemPromptPanel</name>
        <message>
            <source>System prompt</source>
            <translation>시스템 프롬프트</translation>
        </message>
        <message>
            <source>%1 has no system role: this stands before the first message.</source>
            <translation>%1: 시스템 역할이 없어 첫 메시지 앞에 들어갑니다.</translation>
        </message>
        <message>
            <source>Applies to this chat, from the next message on.</source>
            <translation>이 채팅의 다음 메시지부터 쓰입니다.</translation>
        </message>
        <message>
            <source>Who the model is and how it answers</source>
            <translation>모델이 누구이며 어떻게 답할지</translation>
        </message>
    </context>
    <context>
        <name>moru::ThinkingBlock</name>
        <message>
            <source>Thinking…</source>
            <translation>추론 중…</translation>
        </message>
        <message>
            <source>Thought for %1 s</source>
            <translation>%1초 동안 추론함</translation>
        </message>
        <message>
            <source>Thinking</source>
            <translation>추론</translation>
        </message>
        <message numerus="yes">
            <source>%Ln token(s)</source>
            <translation>
                <numerusform>%Ln토큰</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 of %2 tokens</source>
            <translation>%2토큰 중 %1</translation>
        </message>
        <message>
            <source>%1 s</source>
            <translation>%1초</translation>
        </message>
        <message>
            <source>Answering…</source>
            <translation>답변하는 중…</translation>
        </message>
        <message>
            <source>Answer now</source>
            <translation>지금 답하기</translation>
        </message>
        <message>
            <source>Ends the thinking; the answer follows</source>
            <translation>추론을 끝내고 답변으로 넘어갑니다</translation>
        </message>
    </context>
    <context>
        <name>moru::TopBar</name>
        <message>
            <source>Menu</source>
            <translation>메뉴</translation>
        </message>
        <message>
            <source>Chat list</source>
            <translation>채팅 목록</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>새 채팅</translation>
        </message>
        <message>
            <source>Eject model</source>
            <translation>모델 제거</translation>
        </message>
        <message>
            <source>Cancel load</source>
            <translation>불러오기 취소</translation>
        </message>
        <message>
            <source>Inspector</source>
            <translation>검사기</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>설정</translation>
        </message>
    </context>
    <context>
        <name>moru::UserMessage</name>
        <message>
            <source>your text</source>
            <translation>내가 쓴 글</translation>
        </message>
        <message>
            <source>you</source>
            <translation>나</translation>
        </message>
        <message>
            <source>Send as new version</source>
            <translation>새 버전으로 보내기</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>취소</translation>
        </message>
        <message>
            <source>Edit message</source>
            <translation>메시지 편집</translation>
        </message>
    </context>
</TS>
